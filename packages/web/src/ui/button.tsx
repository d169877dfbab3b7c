import '@arco-design/web-react/es/Button/style/css.js';
import './button.css';
import { Button as ArcoButton, type ButtonProps } from '@arco-design/web-react';
import type { ReactNode } from 'react';
import { Tooltip } from './tooltip.tsx';

export type { ButtonProps };
export { ArcoButton as Button };

interface IconButtonProps extends Omit<ButtonProps, 'icon' | 'children' | 'title' | 'label'> {
  /** Tooltip and accessible name of the button. */
  readonly label: string;
  readonly icon: ReactNode;
  /**
   * Omits the tooltip when it would cover the content that the user works on. It is always hidden while a popup of the button is
   * open.
   */
  readonly raw?: boolean;
}

/** A button that shows only an icon but has an accessible name. */
export function IconButton({ label, icon, raw = false, ...props }: IconButtonProps) {
  const button = <ArcoButton type="text" {...props} icon={icon} aria-label={label} />;
  if (raw) return button;
  return (
    <Tooltip content={label} {...(props['aria-expanded'] === true ? { popupVisible: false } : {})}>
      {button}
    </Tooltip>
  );
}
