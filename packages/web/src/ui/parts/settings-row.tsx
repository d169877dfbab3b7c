import './settings-row.css';
import type { ReactNode } from 'react';

interface SettingsRowProps {
  readonly label: string;
  /** The control, which has the label as its accessible name. */
  readonly children: ReactNode;
}

/** A label at the start of a line with its control at the end. */
export function SettingsRow({ label, children }: SettingsRowProps) {
  return (
    <div className="settings-row">
      <span>{label}</span>
      {children}
    </div>
  );
}
