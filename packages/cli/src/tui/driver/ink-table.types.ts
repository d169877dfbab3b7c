import type { ComponentType, ReactNode } from 'react';

export type Cell = string | number | boolean | null | undefined;

/** What ink-table takes; its own types do not survive the change from CommonJS. */
export type InkTable = ComponentType<{
  data: Array<Record<string, Cell>>;
  columns?: string[];
  padding?: number;
  header?: ComponentType<{ children?: ReactNode }>;
  cell?: ComponentType<{ children?: ReactNode; column: number }>;
  skeleton?: ComponentType<{ children?: ReactNode }>;
}>;
