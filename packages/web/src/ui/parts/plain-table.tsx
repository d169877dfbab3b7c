import './plain-table.css';
import type { ReactNode } from 'react';

interface PlainTableProps {
  /** Says what it shows to those who do not see it. */
  readonly caption?: string;
  /** Head and body. */
  readonly children: ReactNode;
}

/** A small table that is only read: no sorting, no pages. Figures stand in cells of the class `number`. */
export function PlainTable({ caption, children }: PlainTableProps) {
  return (
    <table className="plain-table">
      {caption === undefined ? null : <caption className="unseen">{caption}</caption>}
      {children}
    </table>
  );
}
