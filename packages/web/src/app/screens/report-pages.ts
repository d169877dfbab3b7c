import type { ComponentType } from 'react';

/** How each report that is a tab is drawn. */
export const reportPages: Readonly<Record<string, () => Promise<ComponentType>>> = {
  usageReport: async () => (await import('../../modules/usage/usage-page.tsx')).UsagePage,
};
