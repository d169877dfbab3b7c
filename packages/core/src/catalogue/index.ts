import { allCalls } from '../calls/index.ts';
import { reportCall } from '../definition/index.ts';
import { allResources, usageChart, usageExport, usageRebuild, usageReport } from '../resources/index.ts';
import { allScreens } from '../screens/index.ts';
import { allSettings } from '../settings/index.ts';
import type { Catalogue } from './catalogue.ts';

export * from './action-previews.ts';
export * from './action-starts.ts';
export * from './catalogue.ts';
export * from './content.ts';
export * from './deed-words.ts';
export * from './findings.ts';
export * from './loaders.ts';
export * from './outline.ts';
export * from './present-catalogue.ts';
export * from './record-labels.ts';
export * from './related.ts';
export * from './setting-places.ts';
export * from './told-field.ts';

/** The product: every resource, settings page, screen and call. */
export const catalogue: Catalogue = {
  resources: allResources,
  settings: allSettings,
  screens: allScreens,
  calls: [...allCalls, ...[usageReport, usageChart].map(reportCall), usageExport, usageRebuild],
  reports: [usageReport],
};
