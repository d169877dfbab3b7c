import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Trigger, usePopupFocus } from '../../ui/index.ts';

interface DropPanelProps {
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** Accessible name of the panel. */
  readonly label: string;
  readonly panel: ReactNode;
  /** The button that opens the panel and gets the focus back. */
  readonly children: ReactNode;
  readonly position?: 'bl' | 'br';
}

/** A small dialog below a button. Opening moves the focus into it, Escape returns the focus, and a click elsewhere closes it. */
export function DropPanel({ open, onOpen, label, panel, children, position = 'bl' }: DropPanelProps) {
  const host = useRef<HTMLSpanElement>(null);
  return (
    <Trigger
      trigger="click"
      position={position}
      popupAlign={{ bottom: 6 }}
      popupVisible={open}
      onVisibleChange={onOpen}
      unmountOnExit
      popup={() => (
        <PanelBox
          label={label}
          onLeave={() => {
            onOpen(false);
            host.current?.querySelector('button')?.focus();
          }}
        >
          {panel}
        </PanelBox>
      )}
    >
      <span ref={host} className="drop-host">
        {children}
      </span>
    </Trigger>
  );
}

interface PanelBoxProps {
  readonly label: string;
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

function PanelBox({ label, onLeave, children }: PanelBoxProps) {
  const box = useRef<HTMLDivElement>(null);
  usePopupFocus(box);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onLeave();
  };
  return (
    <div ref={box} className="drop-panel" role="dialog" aria-label={label} tabIndex={-1} onKeyDown={onKeyDown}>
      {children}
    </div>
  );
}
