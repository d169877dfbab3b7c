import './settings-row.css';
import type { ReactNode } from 'react';

interface SettingsRowProps {
  readonly label: string;
  /** The control, which carries the label as its name. */
  readonly children: ReactNode;
}

/** A label at the start of a line, and what it is about at the end. */
export function SettingsRow({ label, children }: SettingsRowProps) {
  return (
    <div className="settings-row">
      <span>{label}</span>
      {children}
    </div>
  );
}
