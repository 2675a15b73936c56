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

/** The pages of the navigation, in their order. */
export const PLACES = [
  { to: '/', name: 'Overview', Icon: IconLayoutDashboard },
  { to: '/failed-calls', name: 'Failed calls', Icon: IconPhoneX },
  { to: '/failed-ai-events', name: 'Failed AI events', Icon: IconSparkles },
  { to: '/blocklist', name: 'Blocklist', Icon: IconBan },
  { to: '/replays', name: 'Replays', Icon: IconRefresh },
  { to: '/receivers', name: 'Receivers', Icon: IconWebhook },
  { to: '/activity', name: 'Activity', Icon: IconHistory },
  { to: '/settings', name: 'Settings', Icon: IconSettings },
] as const
