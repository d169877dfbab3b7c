import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** How each report that is a tab is drawn, loaded when it is opened. */
export const reportPages: Readonly<Record<string, LazyExoticComponent<ComponentType>>> = {
  usageReport: lazy(async () => ({ default: (await import('./usage/usage-page.tsx')).UsagePage })),
};
