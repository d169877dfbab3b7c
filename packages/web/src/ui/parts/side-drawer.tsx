import './side-drawer.css';
import { type ReactNode, useId } from 'react';
import { useT } from '../../app/i18n/index.ts';
import { IconClose } from '../icons.ts';
import { Drawer, IconButton } from '../index.ts';

interface SideDrawerProps {
  readonly open: boolean;
  readonly title: string;
  /** Shown next to the title: tabs, a status, a link. */
  readonly extra?: ReactNode;
  /** Width in pixels; limited by the window. */
  readonly width?: number;
  readonly side?: 'left' | 'right';
  readonly footer?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Focuses the panel itself unless something in it has the focus, because the close button is not what the user came for. */
function takeFocus(sheet: HTMLDivElement | null) {
  requestAnimationFrame(() => {
    if (sheet && !sheet.contains(document.activeElement)) sheet.focus({ preventScroll: true });
  });
}

/** A panel at the edge of the page: a named dialog that traps the focus and returns it. */
export function SideDrawer(props: SideDrawerProps) {
  const { open, title, extra, width = 560, side = 'right', footer, onClose, children } = props;
  const t = useT();
  const titleId = useId();
  return (
    <Drawer
      visible={open}
      placement={side}
      width={`min(${width}px, 100vw)`}
      title={null}
      footer={null}
      closable={false}
      unmountOnExit
      escToExit
      onCancel={onClose}
      className="side-drawer"
    >
      <div
        ref={takeFocus}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
        className="side-drawer-sheet"
      >
        <div className="side-drawer-head">
          <h2 id={titleId}>
            <bdi>{title}</bdi>
          </h2>
          {extra}
          <IconButton label={t('common.close')} icon={<IconClose />} onClick={onClose} raw />
        </div>
        <div className="side-drawer-body">{children}</div>
        {footer ? <div className="side-drawer-foot">{footer}</div> : null}
      </div>
    </Drawer>
  );
}
