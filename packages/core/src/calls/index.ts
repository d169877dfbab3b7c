import { type CallDefinition, reportCall } from '../definition/index.ts';
import { backupCalls } from './backup-calls.ts';
import { documentCalls } from './document-calls.ts';
import { findCalls } from './find-calls.ts';
import { ledgerCalls } from './ledger-calls.ts';
import { regionCalls } from './region-calls.ts';
import { allReports } from './reports.ts';
import { sessionCalls } from './session-calls.ts';
import { settingsCalls } from './settings-calls.ts';
import { slideCalls } from './slide-calls.ts';
import { undoCalls } from './undo-calls.ts';
import { viewCalls } from './view-calls.ts';

export { describeActionEffects } from './action-tells.ts';
export * from './backup-calls.ts';
export * from './document-calls.ts';
export { createDocumentFileName, recordFileName } from './document-file-name.ts';
export * from './find-calls.ts';
export * from './is-of-kind.ts';
export * from './json-table.ts';
export * from './json-words.ts';
export * from './ledger-calls.ts';
export * from './lesson-calendar.ts';
export { countMindMapNodes, type MindMapNode, parseMindMap } from './mind-map.ts';
export { drawMindMap } from './mind-map-svg.ts';
export * from './order-facts.ts';
export { otherActions, otherSubjects } from './other-deeds.ts';
export * from './panel-answers.ts';
export * from './region-calls.ts';
export * from './reports.ts';
export * from './session-answers.ts';
export * from './session-calls.ts';
export * from './settings-answers.ts';
export * from './settings-calls.ts';
export * from './slide-calls.ts';
export * from './tell-figure.ts';
export * from './undo-calls.ts';
export * from './undo-calls-of.ts';
export * from './value-changes.ts';
export * from './view-calls.ts';
export * from './whole-panel.ts';
export { listWorkFiles, type WorkFile } from './work-results.ts';

/** Every call that belongs to no resource: with the resources' access, the whole permission table. */
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
  ...allReports.map(reportCall),
];
