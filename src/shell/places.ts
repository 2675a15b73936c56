import {
  IconBan,
  IconHistory,
  IconLayoutDashboard,
  IconPhoneX,
  IconRefresh,
  IconSettings,
  IconSparkles,
  IconWebhook,
} from '@tabler/icons-react'
import * as messages from './messages.ts'

/** The pages of the navigation, in their order. */
export const PLACES = [
  { to: '/', name: messages.overview, Icon: IconLayoutDashboard },
  { to: '/failed-calls', name: messages.failedCalls, Icon: IconPhoneX },
  { to: '/failed-ai-events', name: messages.failedAiEvents, Icon: IconSparkles },
  { to: '/blocklist', name: messages.blocklist, Icon: IconBan },
  { to: '/replays', name: messages.replays, Icon: IconRefresh },
  { to: '/receivers', name: messages.receivers, Icon: IconWebhook },
  { to: '/activity', name: messages.activity, Icon: IconHistory },
  { to: '/settings', name: messages.settings, Icon: IconSettings },
] as const
