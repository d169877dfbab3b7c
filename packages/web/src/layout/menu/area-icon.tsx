import type { ReactNode } from 'react';
import {
  IconApps,
  IconBook,
  IconDashboard,
  IconFile,
  IconGift,
  IconIdcard,
  IconNotification,
  IconRobot,
  IconSafe,
  IconSettings,
  IconTool,
  IconUser,
} from '../../ui/icons.ts';

const icons: Readonly<Record<string, ReactNode>> = {
  dashboard: <IconDashboard />,
  robot: <IconRobot />,
  user: <IconUser />,
  gift: <IconGift />,
  file: <IconFile />,
  notification: <IconNotification />,
  apps: <IconApps />,
  safe: <IconSafe />,
  settings: <IconSettings />,
  book: <IconBook />,
  tool: <IconTool />,
  idcard: <IconIdcard />,
};

/** The icon of a menu area, by its name in the definition. */
export function AreaIcon({ name }: { readonly name: string }) {
  return (
    <span className="area-icon" aria-hidden="true">
      {icons[name] ?? <IconApps />}
    </span>
  );
}
