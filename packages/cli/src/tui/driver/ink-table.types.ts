import type { ComponentType, ReactNode } from 'react';

export type Cell = string | number | boolean | null | undefined;

/** The component that ink-table exports; its own type declarations do not match the way in which it is imported here. */
export type InkTable = ComponentType<{
  data: Array<Record<string, Cell>>;
  columns?: string[];
  padding?: number;
  header?: ComponentType<{ children?: ReactNode }>;
  cell?: ComponentType<{ children?: ReactNode; column: number }>;
  skeleton?: ComponentType<{ children?: ReactNode }>;
}>;
