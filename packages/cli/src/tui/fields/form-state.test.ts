import {
  bannedWord,
  catalogue,
  choice,
  type Field,
  getDefault,
  getWritableFields,
  integer,
  notice,
  text,
} from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { createEditableText } from '../parts/input/editable-text.ts';
import {
  type FormState,
  formReducer,
  getChangedValues,
  getFormValues,
  listVisibleNames,
  startForm,
} from './form-state.ts';
import { parseDraft, toDraft } from './inputs.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const fields = getWritableFields(bannedWord, 'update');
const order = bannedWord.form.flat();
const record = {
  word: '加微信',
  match: 'contains',
  category: 'ad',
  level: '3',
  action: 'block',
  replacement: '***',
  scope: null,
  remark: null,
};
const typeText = (state: FormState, name: string, text: string) => {
  const at = state.names.indexOf(name);
  return formReducer(
    { ...state, at },
    { type: 'press', key: { name: 'text', text, raw: text }, field: fields[name] as Field },
  );
};

describe('form state', () => {
  it('has no changes until something is typed', () => {
    expect(getChangedValues(startForm(fields, order, record, zone), fields)).toEqual({});
  });

  it('returns only the changed values', () => {
    const state = typeText(startForm(fields, order, record, zone), 'remark', '群里常见');
    expect(getChangedValues(state, fields)).toEqual({ remark: '群里常见' });
    expect(getFormValues(state, fields)).toMatchObject({ word: '加微信', remark: '群里常见', scope: null });
  });

  it('activates the first rejected field, and clears its errors when text is typed', () => {
    const rejected = formReducer(startForm(fields, order, record, zone), {
      type: 'reject',
      errors: { remark: ['too long'] },
    });
    expect(rejected.names[rejected.at]).toBe('remark');
    expect(typeText(rejected, 'remark', 'x').errors).toEqual({});
  });

  it('replaces a number when typing starts in it, and appends to one that is being edited', () => {
    const count = { count: integer({ zh: '数量', en: 'Count' }, { default: 1 }) };
    const press = (state: FormState, name: string, text: string) =>
      formReducer(state, { type: 'press', key: { name, text, raw: text }, field: count.count });
    const start = startForm(count, [], { count: 1 }, zone);
    expect(getFormValues(press(press(start, '5', '5'), '0', '0'), count)).toEqual({ count: 50 });
    expect(getFormValues(press(press(start, 'end', ''), '0', '0'), count)).toEqual({ count: 10 });
    const movedOn = formReducer(press(start, '5', '5'), { type: 'move', by: 1, fields: count });
    expect(getFormValues(press(movedOn, '7', '7'), count)).toEqual({ count: 7 });
  });

  it('moves from the first field back to the last', () => {
    const state = startForm(fields, order, record, zone);
    expect(formReducer(state, { type: 'move', by: -1, fields }).at).toBe(state.names.length - 1);
  });

  it('skips fields that do not apply to the chosen option, and restores their values', () => {
    const kinds = { coin: { zh: '货币', en: 'Coins' }, vip: { zh: '会员', en: 'Membership' } };
    const dependentFields = {
      kind: choice({ zh: '类型', en: 'Kind' }, kinds),
      coin: integer({ zh: '货币', en: 'Coins' }, { default: 0, visibleWhen: { kind: ['coin'] } }),
      note: text({ zh: '备注', en: 'Note' }),
    };
    const start = startForm(dependentFields, [], { kind: 'coin', coin: 0, note: null }, zone);
    const step = (state: FormState) => formReducer(state, { type: 'move', by: 1, fields: dependentFields });
    expect(step(start).at).toBe(1);
    const typedCoin = formReducer(start, { type: 'set', name: 'coin', draft: createEditableText('7') });
    const other = formReducer(typedCoin, { type: 'set', name: 'kind', draft: 'vip' });
    expect(step(other).at).toBe(2);
    expect(listVisibleNames(other, dependentFields)).toEqual(['kind', 'note']);
    expect(getFormValues(other, dependentFields)).toMatchObject({ kind: 'vip', coin: 0 });
  });

  it('keeps the input when it continues on top of a newer record', () => {
    const state = typeText(startForm(fields, order, record, zone), 'remark', 'mine');
    const rebased = formReducer(state, {
      type: 'restart',
      start: { ...record, category: 'illegal' },
      fields,
      timeZone: zone,
    });
    expect(getChangedValues(rebased, fields)).toEqual({ remark: 'mine', category: 'ad' });
  });
});

describe('toDraft and parseDraft', () => {
  const samples: Record<string, unknown> = {
    text: 'x',
    paragraph: 'a\nb',
    markdown: '# t',
    integer: 42,
    money: 1250,
    boolean: true,
    reference: 7,
    time: 1_769_817_600_000,
    date: '2026-01-31',
    image: '/files/0123456789abcdef0123456789abcdef.png',
    color: '#165DFF',
    secret: 's3cret',
    tags: ['a', 'b'],
    json: { a: [1] },
  };
  const all = catalogue.resources.flatMap((resource) => Object.values(resource.fields) as Field[]);

  it('convert every field of the product to a draft and back to the same value', () => {
    for (const field of all.filter((one) => one.kind !== 'state')) {
      const value =
        'options' in field
          ? field.kind === 'choices'
            ? Object.keys(field.options)
            : Object.keys(field.options)[0]
          : samples[field.kind];
      expect(parseDraft(toDraft(value, field, zone), field), field.kind).toEqual(value);
      const empty = parseDraft(toDraft(null, field, zone), field);
      expect(empty, field.kind).toBe(field.kind === 'boolean' ? false : null);
    }
  });

  it('keep the default values of a new record', () => {
    const noticeFields = getWritableFields(notice, 'create');
    const start = Object.fromEntries(Object.entries(noticeFields).map(([name, field]) => [name, getDefault(field)]));
    expect(getFormValues(startForm(noticeFields, [], start, zone), noticeFields)).toMatchObject({
      type: 'notice',
      dismissible: true,
      title: null,
    });
  });
});
