import { Fault, refusalWords, snake } from '@gantry/core';
import type { Operation } from '../../resources/operation.ts';
import { type FormField, fillPrompt, holesOf } from './form-check.ts';

/** Shows what a model would be given for some values of the form, and which are missing; nothing is kept. */
export function tryPrompt(form: string, prompt: string): Operation {
  return {
    async run({ row, input, caller }) {
      if (row === null) throw new Fault('notFound');
      const values = input.given ?? {};
      if (typeof values !== 'object' || Array.isArray(values))
        throw new Fault('invalid', { errors: { given: [refusalWords('json', 'given', caller.t)] } });
      const given = values as Record<string, unknown>;
      const fields = JSON.parse(String(row[snake(form)] ?? '[]')) as FormField[];
      const text = String(row[snake(prompt)] ?? '');
      const required = fields.filter((field) => field.required === true).map(({ name }) => name);
      const missing = [...new Set([...holesOf(text), ...required])].filter((name) => !Object.hasOwn(given, name));
      const filled = fillPrompt(text, given);
      return { data: { prompt: filled, missing, characters: filled.length } };
    },
  };
}
