import { findCalls } from '../calls/find-calls.ts';
import { settingsCalls } from '../calls/settings-calls.ts';
import { undoCalls } from '../calls/undo-calls.ts';
import { viewCalls } from '../calls/view-calls.ts';
import { type CallDefinition, toReportCall } from '../definition/index.ts';
import { sessionCalls } from './auth/session-calls.ts';
import { backupCalls } from './backup/backup-calls.ts';
import { slideCalls } from './content/slide-calls.ts';
import { regionCalls } from './distribution/region-calls.ts';
import { documentCalls } from './knowledge/document-calls.ts';
import { ledgerCalls } from './ledger/ledger-calls.ts';
import { allReports, headlines } from './reports.ts';

export { describeActionEffects } from '../calls/action-tells.ts';
export * from '../calls/find-calls.ts';
export * from '../calls/json-table.ts';
export { otherActions, otherSubjects } from '../calls/other-actions.ts';
export * from '../calls/settings-answers.ts';
export * from '../calls/settings-calls.ts';
export * from '../calls/tell-figure.ts';
export * from '../calls/undo-calls.ts';
export * from '../calls/value-changes.ts';
export * from '../calls/view-calls.ts';
export { listWorkFiles, pickPreview, type WorkFile } from '../calls/work-results.ts';
export * from './auth/session-answers.ts';
export * from './auth/session-calls.ts';
export * from './backup/backup-calls.ts';
export * from './content/lesson-calendar.ts';
export * from './content/slide-calls.ts';
export { countMindMapNodes, drawMindMap, type MindMapNode, parseMindMap } from './creations/mind-map.ts';
export * from './distribution/region-calls.ts';
export * from './knowledge/document-calls.ts';
export { createDocumentFileName, recordFileName } from './knowledge/document-file-name.ts';
export * from './ledger/ledger-calls.ts';
export * from './reports.ts';
export * from './workplace/order-facts.ts';
export * from './workplace/panel-answers.ts';
export * from './workplace/whole-panel.ts';

/** All calls that belong to no resource. Together with the access of the resources, they are the complete permission table. */
export const allCalls: readonly CallDefinition[] = [
  ...Object.values(sessionCalls),
  ...Object.values(settingsCalls),
  ...Object.values(documentCalls),
  ...Object.values(ledgerCalls),
  ...Object.values(backupCalls),
  ...Object.values(regionCalls),
  ...Object.values(slideCalls),
  ...Object.values(undoCalls),
  ...Object.values(viewCalls),
  ...Object.values(findCalls),
  ...[...allReports, headlines].map(toReportCall),
];
