import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A command that prepares this machine's folders as an operator does for the systemd service, and then runs
 * the unit's own commands as its user. It changes nothing: `/etc`, `/opt` and `/var/lib` are copies that only
 * the command sees. systemd itself does not run, so its sandbox is not tried.
 *
 * @param commands of the guide
 * @param installed the installed package
 */
export function asService(commands: string, installed: string, folder: string): string[] {
  const [etc, opt, lib] = ['etc', 'opt', 'lib'].map(name => join(folder, name))
  for (const path of [opt, lib]) mkdirSync(join(path ?? '', 'redial'), { recursive: true })
  // Links that lead nowhere, and files of other users, do not matter here.
  execFileSync('cp', ['--archive', '/etc', etc ?? ''], { stdio: 'ignore' })
  cpSync(installed, join(opt ?? '', 'redial'), { recursive: true, verbatimSymlinks: true })
  const unit = readFileSync(join(installed, 'deploy/systemd/redial.service'), 'utf8')
  const settingOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const user = `--reuid=${settingOf('User')} --regid=${settingOf('Group')} --clear-groups`
  const script = `
    set -eu
    mount --make-rprivate /
    mount --bind ${etc} /etc; mount --bind ${opt} /opt; mount --bind ${lib} /var/lib
    ${commands.replace('systemctl enable --now', 'systemctl enable')}
    test -L /etc/systemd/system/${settingOf('WantedBy')}.wants/redial.service
    install --directory --owner=redial --group=redial --mode=${settingOf('StateDirectoryMode')} /var/lib/redial
    cd ${settingOf('WorkingDirectory')}
    export ${settingOf('Environment')} PORT=0 HOME=/var/lib/redial
    umask ${settingOf('UMask')}
    setpriv ${user} ${settingOf('ExecStartPre')}
    exec setpriv ${user} ${settingOf('ExecStart')}
  `
  return ['unshare', '--mount', 'sh', '-c', script]
}
