import { ApiError, checkInput, complete, getWritableFields, writeTask, writeTemplate } from '@gantry/core';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import { insertNew } from '../../platform/engine/record-actions/guarded-writes.ts';
import { recordReader } from '../../platform/store/columns.ts';

const written = recordReader(writeTask, ['prompt', 'content', 'modelId', 'templateId']);

/** What was asked and written, as a template may hold it. A task takes more than a template does. */
function textsOf({ caller }: OperationCall, { prompt, content }: { prompt: unknown; content: unknown }) {
  // What stands in braces would be taken for a field of the form, which a new template has none of.
  const texts = { prompt: String(prompt).replaceAll(/\{(?=\{)/g, '{ '), sample: content };
  const { prompt: requested, sample } = writeTemplate.fields;
  const checked = checkInput({ prompt: requested, sample }, texts, caller.locale, caller.t);
  if (!checked.ok) throw new ApiError('invalid', { errors: checked.errors });
  return texts;
}

/** A draft template of what was asked, with the text as its sample; where it came from one, of that one's kind. */
export const saveAsTemplate: Operation = {
  async run(call) {
    const { row, input, tx } = call;
    if (row === null) throw new ApiError('notFound');
    const { prompt, content, modelId, templateId } = written(row);
    const from =
      typeof templateId === 'number'
        ? await tx
            .selectFrom('write_templates')
            .select(['category', 'output'])
            .where('id', '=', templateId)
            .executeTakeFirst()
        : undefined;
    const given = {
      name: input.name,
      key: input.key,
      ...textsOf(call, { prompt, content }),
      form: [],
      modelId,
      ...(from ? { category: from.category, output: from.output } : {}),
    };
    const values = complete(given, getWritableFields(writeTemplate, 'create'), 'create');
    const made = await insertNew({ ...call, resource: writeTemplate, id: null, name: 'create', row: null }, values);
    const { id } = made.data as { readonly id: number };
    const source = {
      resource: writeTask.name,
      resourceId: Number(row.id),
      action: call.name,
      after: { templateId: id },
    };
    return { data: { templateId: id, name: input.name }, audit: [source, ...[made.audit ?? []].flat()] };
  },
};
