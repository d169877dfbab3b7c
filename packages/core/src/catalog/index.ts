import { toReportCall } from '../definition/index.ts';
import { allCalls } from '../modules/calls.ts';
import { allResources, usageChart, usageExport, usageRebuild, usageReport } from '../modules/resources.ts';
import { allSettings } from '../modules/settings.ts';
import type { Catalogue } from './catalog.ts';
import { allScreens } from './screens/index.ts';

export * from './action-previews.ts';
export * from './action-starts.ts';
export * from './catalog.ts';
export * from './content.ts';
export * from './findings.ts';
export * from './outline.ts';
export * from './present-catalog.ts';
export * from './record-labels.ts';
export * from './related.ts';
export * from './setting-places.ts';
export * from './told-field.ts';

/** The product: every resource, settings page, screen and call. */
export const catalogue: Catalogue = {
  resources: allResources,
  settings: allSettings,
  screens: allScreens,
  calls: [...allCalls, ...[usageReport, usageChart].map(toReportCall), usageExport, usageRebuild],
  reports: [usageReport],
};
