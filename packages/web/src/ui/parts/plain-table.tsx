import './plain-table.css';
import type { ReactNode } from 'react';

interface PlainTableProps {
  /** Description for screen readers. */
  readonly caption?: string;
  /** Table head and body. */
  readonly children: ReactNode;
}

/** A small read-only table without sorting or pages. Numbers are in cells of the class `number`. */
export function PlainTable({ caption, children }: PlainTableProps) {
  return (
    <table className="plain-table">
      {caption === undefined ? null : <caption className="unseen">{caption}</caption>}
      {children}
    </table>
  );
}
