import { ApiError, check, complete, createSchema, getWritableFields, splitLanguages } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { insertNew } from '../../platform/engine/record-actions/insert-new.ts';

/** A new announcement out of one text in both languages, planned at once; what its parts may not be is said of the text. */
export const composeNotice: Operation = {
  undo: { makes: true },
  async run(call) {
    const { resource, caller, input } = call;
    const { text, ...rest } = input;
    const { title, content, titleEn, contentEn } = splitLanguages(String(text));
    const article = { title, content, titleEn: titleEn || null, contentEn: contentEn || null };
    const values = complete({ ...rest, ...article }, getWritableFields(resource, 'create'), 'create');
    const checked = check(createSchema(resource), values, resource.fields, caller.locale, caller.t);
    if (!checked.ok) throw new ApiError('invalid', { errors: { text: Object.values(checked.errors).flat() } });
    return insertNew(call, { ...values, status: 'scheduled' });
  },
};
