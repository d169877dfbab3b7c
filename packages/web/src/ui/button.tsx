import '@arco-design/web-react/es/Button/style/css.js';
import './button.css';
import { Button as ArcoButton, type ButtonProps } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import { Tooltip } from './tooltip.tsx';

export type { ButtonProps };
export { ArcoButton as Button };

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'title' | 'label'> {
  /** Says what it does: its tooltip and its accessible name. */
  readonly label: string;
  readonly icon: ReactNode;
  /** Leave the tooltip out where it would hide what one works on; over what the button opened it is left out anyway. */
  readonly raw?: boolean;
}

/** A button that shows only an icon, and still has a name. */
export function IconButton({ label, icon, raw = false, ...props }: IconButtonProps) {
  const button = <ArcoButton type="text" {...props} icon={icon} aria-label={label} />;
  if (raw) return button;
  return (
    <Tooltip content={label} {...(props['aria-expanded'] === true ? { popupVisible: false } : {})}>
      {button}
    </Tooltip>
  );
}
