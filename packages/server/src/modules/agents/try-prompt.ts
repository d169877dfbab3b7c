import { ApiError, formatRejection, snake } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import { type FormField, fillPrompt, listPlaceholders } from './form-check.ts';

/** Shows what a model would be given for some values of the form, and which are missing; nothing is kept. */
export function tryPrompt(form: string, prompt: string): Operation {
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
