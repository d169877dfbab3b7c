import {
  type AnyResource,
  ApiError,
  agent,
  agentCategory,
  agentVersion,
  aiBackground,
  aiIcon,
  aiTech,
  drawCategory,
  drawPrompt,
  drawPromptCategory,
  formatRejection,
  localize,
  mindMapTemplate,
  miniApp,
  miniAppCategory,
  miniAppVersion,
  musicStyle,
  slideTemplate,
  snake,
  writeTemplate,
  writeTemplateVersion,
} from '@gantry/core';
import type { Operation, Operations } from '../../platform/engine/operation.ts';
import { cloneRecord } from '../../platform/engine/record-actions/clone-record.ts';
import { deleteRecord } from '../../platform/engine/record-actions/delete-record.ts';
import {
  createGuardedWrites,
  createMoveOperation,
  createUnguardedMove,
  type Rule,
} from '../../platform/engine/record-actions/guarded-writes.ts';
import { isInside, mergeRecord } from '../../platform/engine/record-actions/merge-record.ts';
import {
  createOperationsFor,
  createPlannedOperations,
} from '../../platform/engine/record-actions/planned-operations.ts';
import { reorderRecord } from '../../platform/engine/record-actions/reorder-record.ts';
import { createVersionOperations } from '../../platform/engine/record-actions/version-record.ts';
import { getId } from '../../platform/store/database.ts';
import { checkAgent } from './agent-bases.ts';
import { type FormField, fillPrompt, listPlaceholders } from './content-checks.ts';

/** Rejects a category that is placed inside itself or one of its descendants. */
const rejectLoop: Rule = async ({ tx, row, values: { parentId }, caller }) => {
  if (row === null || typeof parentId !== 'number') return null;
  if (!(await isInside(tx, drawPromptCategory, 'parentId', parentId, getId(row)))) return null;
  const label = localize(drawPromptCategory.fields.parentId.label, caller.locale);
  return { parentId: [formatRejection('invalid', label, caller.t)] };
};

const category = { reorder: reorderRecord, merge: mergeRecord };
const simple = { reorder: reorderRecord, clone: cloneRecord };

const createReviewedRules = (resource: AnyResource, log: AnyResource, form: string, prompt: string, rule?: Rule) => {
  const writes = createGuardedWrites(resource, rule ?? (async () => null), undefined, log);
  return createOperationsFor(resource, {
    ...writes,
    ...('move' in (resource.actions ?? {}) ? { move: createMoveOperation(writes.update) } : {}),
    ...createVersionOperations(resource, log, rule ? { rule } : {}),
    clone: cloneRecord,
    reorder: reorderRecord,
    test: testPrompt(form, prompt),
    delete: deleteRecord({ with: [log] }),
  });
};

/** Admin actions on the catalogs of the platform's content. */
export const contentOperations: Operations = {
  ...createOperationsFor(aiIcon, { reorder: reorderRecord }),
  ...createOperationsFor(aiBackground, { reorder: reorderRecord }),
  ...createOperationsFor(aiTech, createPlannedOperations),
  ...createOperationsFor(drawCategory, category),
  ...createOperationsFor(drawPromptCategory, { ...category, ...createGuardedWrites(drawPromptCategory, rejectLoop) }),
  ...createOperationsFor(drawPrompt, {
    reorder: reorderRecord,
    clone: cloneRecord,
    move: createUnguardedMove(drawPrompt),
  }),
  ...createOperationsFor(slideTemplate, simple),
  ...createOperationsFor(musicStyle, simple),
  ...createOperationsFor(mindMapTemplate, simple),
  ...createOperationsFor(agentCategory, category),
  ...createOperationsFor(miniAppCategory, category),
  ...createReviewedRules(agent, agentVersion, 'variables', 'systemPrompt', checkAgent),
  ...createReviewedRules(miniApp, miniAppVersion, 'form', 'prompt'),
  ...createReviewedRules(writeTemplate, writeTemplateVersion, 'form', 'prompt'),
};

/** Shows the prompt that a model would receive for the given form values, and which values are missing. Stores nothing. */
function testPrompt(form: string, prompt: string): Operation {
  return {
    async run({ row, input, caller }) {
      if (row === null) throw new ApiError('notFound');
      const values = input.given ?? {};
      if (typeof values !== 'object' || Array.isArray(values))
        throw new ApiError('invalid', { errors: { given: [formatRejection('json', 'given', caller.t)] } });
      const given = values as Record<string, unknown>;
      const fields = JSON.parse(String(row[snake(form)] ?? '[]')) as FormField[];
      const text = String(row[snake(prompt)] ?? '');
      const required = fields.filter((field) => field.required === true).map(({ name }) => name);
      const missing = [...new Set([...listPlaceholders(text), ...required])].filter(
        (name) => !Object.hasOwn(given, name),
      );
      const filled = fillPrompt(text, given);
      return { data: { prompt: filled, missing, characters: filled.length } };
    },
  };
}
