import {
  type AnyResource,
  agent,
  agentCategory,
  agentVersion,
  aiBackground,
  aiIcon,
  aiTech,
  drawCategory,
  drawPrompt,
  drawPromptCategory,
  mindMapTemplate,
  miniApp,
  miniAppCategory,
  miniAppVersion,
  musicStyle,
  refusalWords,
  say,
  slideTemplate,
  writeTemplate,
  writeTemplateVersion,
} from '@gantry/core';
import type { Operations } from '../../resources/operation.ts';
import { cloneRecord } from '../catalogue/clone-record.ts';
import { deleteRecord } from '../catalogue/delete-record.ts';
import { guardedWrites, moveBy, moveFreely, type Rule } from '../catalogue/guarded-writes.ts';
import { mergeRecord } from '../catalogue/merge-record.ts';
import { operationsOf } from '../catalogue/operations-of.ts';
import { placeRecord } from '../catalogue/place-record.ts';
import { plannedOperations } from '../catalogue/planned-operations.ts';
import { isInside } from '../catalogue/tree.ts';
import { versionOperations } from '../catalogue/version-record.ts';
import { agentRule } from './agent-bases.ts';
import { tryPrompt } from './try-prompt.ts';

/** A category does not lie in itself, nor in one that lies in it. */
const noLoop: Rule = async ({ tx, row, values: { parentId }, caller }) => {
  if (row === null || typeof parentId !== 'number') return null;
  if (!(await isInside(tx, drawPromptCategory, 'parentId', parentId, Number(row.id)))) return null;
  const label = say(drawPromptCategory.fields.parentId.label, caller.locale);
  return { parentId: [refusalWords('invalid', label, caller.t)] };
};

const category = { place: placeRecord, merge: mergeRecord };
const simple = { place: placeRecord, clone: cloneRecord };

const reviewed = (resource: AnyResource, log: AnyResource, form: string, prompt: string, rule?: Rule) => {
  const writes = guardedWrites(resource, rule ?? (async () => null), undefined, log);
  return operationsOf(resource, {
    ...writes,
    ...('move' in (resource.actions ?? {}) ? { move: moveBy(writes.update) } : {}),
    ...versionOperations(resource, log, rule ? { rule } : {}),
    clone: cloneRecord,
    place: placeRecord,
    tryPrompt: tryPrompt(form, prompt),
    delete: deleteRecord({ with: [log] }),
  });
};

/** What is done by hand with the catalogues of the platform's content. */
export const contentOperations: Operations = {
  ...operationsOf(aiIcon, { place: placeRecord }),
  ...operationsOf(aiBackground, { place: placeRecord }),
  ...operationsOf(aiTech, plannedOperations),
  ...operationsOf(drawCategory, category),
  ...operationsOf(drawPromptCategory, { ...category, ...guardedWrites(drawPromptCategory, noLoop) }),
  ...operationsOf(drawPrompt, { place: placeRecord, clone: cloneRecord, move: moveFreely(drawPrompt) }),
  ...operationsOf(slideTemplate, simple),
  ...operationsOf(musicStyle, simple),
  ...operationsOf(mindMapTemplate, simple),
  ...operationsOf(agentCategory, category),
  ...operationsOf(miniAppCategory, category),
  ...reviewed(agent, agentVersion, 'variables', 'systemPrompt', agentRule),
  ...reviewed(miniApp, miniAppVersion, 'form', 'prompt'),
  ...reviewed(writeTemplate, writeTemplateVersion, 'form', 'prompt'),
};
