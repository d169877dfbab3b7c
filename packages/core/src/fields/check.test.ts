import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { words as enUS } from '../i18n/en-US.ts';
import { createTranslator, type Translate } from '../i18n/index.ts';
import { words as zhCN } from '../i18n/zh-CN.ts';
import { bannedWord } from '../modules/resources.ts';
import { check } from './check.ts';
import { json } from './kinds/kinds.ts';
import { createFieldsSchema, createSchema, updateSchema } from './record-schema.ts';

let zh: Translate;
let en: Translate;
beforeAll(() => {
  zh = createTranslator('zh-CN', zhCN);
  en = createTranslator('en-US', enUS);
});

const create = (input: unknown, locale: 'zh-CN' | 'en-US' = 'en-US') =>
  check(createSchema(bannedWord), input, bannedWord.fields, locale, locale === 'zh-CN' ? zh : en);

describe('check with createSchema', () => {
  it('accepts a valid record', () => {
    expect(create({ word: '加微信', level: '2', scope: ['prompt'] })).toEqual({
      ok: true,
      value: { word: '加微信', level: '2', scope: ['prompt'] },
    });
  });

  it.each([
    [{}, { word: ['Word is required'] }],
    [{ word: null }, { word: ['Word is required'] }],
    [{ word: '' }, { word: ['Word is required'] }],
    [{ word: 7 }, { word: ['Word has the wrong type'] }],
    [{ word: ['a'] }, { word: ['Word has the wrong type'] }],
    [{ word: 'a\0b' }, { word: ['Word has control characters'] }],
    [{ word: 'a', level: '9' }, { level: ['Level must be one of: 1 / 2 / 3'] }],
    [{ word: 'a', scope: ['prompt', 'prompt'] }, { scope: ['Scope has the same item twice'] }],
    [{ word: 'x'.repeat(257) }, { word: ['Word takes at most 256 characters'] }],
    [{ word: 'a', colour: 1 }, { colour: ['Unknown field: colour'] }],
    [{ word: 'a', status: 'disabled' }, { status: ['Unknown field: status'] }],
    [{ word: 'a', hitCount: 5 }, { hitCount: ['Unknown field: hitCount'] }],
    [{ word: 'a', id: 5 }, { id: ['Unknown field: id'] }],
  ])('rejects %j by field', (input, errors) => {
    expect(create(input)).toEqual({ ok: false, errors });
  });

  it.each([null, undefined, 'text', 7, [], true])('rejects a body that is %j', (input) => {
    expect(create(input).ok).toBe(false);
  });

  it('returns Chinese messages in a Chinese locale', () => {
    expect(create({}, 'zh-CN')).toEqual({ ok: false, errors: { word: ['违禁词不能为空'] } });
  });

  it('rejects a key that would reach a prototype', () => {
    expect(create(JSON.parse('{"word":"a","__proto__":{"x":1}}')).ok).toBe(false);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});

it('check lists the accepted values of a choice that has no field definition', () => {
  const schema = z.strictObject({ scope: z.enum(['prompt', 'output'], 'option') }, 'type');
  const rejected = { ok: false, errors: { scope: ['scope must be one of: prompt / output'] } };
  expect(check(schema, { scope: 'chat' }, {}, 'en-US', en)).toEqual(rejected);
});

it('check shortens a long list of options with an ellipsis', () => {
  const names = Array.from({ length: 30 }, (_, index) => `option${index}`);
  const checked = check(z.strictObject({ kind: z.enum(names, 'option') }, 'type'), { kind: 'x' }, {}, 'en-US', en);
  const [words = ''] = checked.ok ? [] : (checked.errors.kind ?? []);
  expect(words).toMatch(/^kind must be one of: option0 \/ .* \/ option\d \/ …$/);
  expect(words.length).toBeLessThanOrEqual(120);
});

it('check reports the errors of the variant that is closest to the input', () => {
  const purpose = z.enum(['bind'], 'option');
  const line = z.string('type').check(z.minLength(2, 'tooShort'));
  const to = z.union(
    [z.strictObject({ purpose, phone: line }, 'type'), z.strictObject({ purpose, email: line }, 'type')],
    'type',
  );
  const getErrors = (schema: z.ZodMiniType, input: unknown) => {
    const checked = check(schema, input, {}, 'en-US', en);
    return checked.ok ? [] : Object.keys(checked.errors);
  };
  expect(getErrors(to, { purpose: 'moon', email: 'a' })).toEqual(['purpose', 'email']);
  expect(getErrors(z.strictObject({ to }, 'type'), { to: { purpose: 'bind', phone: 1 } })).toEqual(['to.phone']);
  expect(getErrors(to, [])).toEqual(['body']);
});

it('updateSchema allows missing fields but no empty required field', () => {
  const update = (input: unknown) => check(updateSchema(bannedWord), input, bannedWord.fields, 'en-US', en);
  expect(update({ remark: null })).toEqual({ ok: true, value: { remark: null } });
  expect(update({ word: null })).toEqual({ ok: false, errors: { word: ['Word is required'] } });
});

it('rejects a required text without visible characters', () => {
  for (const word of ['', '  ', '\u3000\n', '\u200b'])
    expect(check(createSchema(bannedWord), { word }, bannedWord.fields, 'en-US', en)).toEqual({
      ok: false,
      errors: { word: ['Word is required'] },
    });
  expect(check(createSchema(bannedWord), { word: ' a ' }, bannedWord.fields, 'en-US', en).ok).toBe(true);
});

it('rejects null as a required JSON value', () => {
  const label = { zh: '表单', en: 'Form' };
  const fields = { form: json(label, { required: true }), extra: json(label) };
  const rejected = { ok: false, errors: { form: ['Form is required'] } };
  expect(check(createFieldsSchema(fields), { form: null }, fields, 'en-US', en)).toEqual(rejected);
  expect(check(createFieldsSchema(fields), { form: [], extra: null }, fields, 'en-US', en).ok).toBe(true);
});

it('check names the request body when it is not an object', () => {
  const rejected = { ok: false, errors: { body: ['The request body is required'] } };
  expect(check(createFieldsSchema({}), null, {}, 'en-US', en)).toEqual(rejected);
});
