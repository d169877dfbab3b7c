import { bannedWord, getWritableFields, integer, money, reference, text, type Values } from '@gantry/core';
import { afterEach, describe, expect, it } from 'vitest';
import { type RenderedTui, renderTui } from '../../../test/render-tui.tsx';
import { FormPage } from './form-page.tsx';

let shown: RenderedTui;
afterEach(() => shown?.close());
const fields = getWritableFields(bannedWord, 'create');
const values = { match: 'contains', category: 'custom', level: '3', action: 'block', replacement: '***' };

describe('FormPage', () => {
  it('saves typed text with ^S and closes', async () => {
    const sent: unknown[] = [];
    const done: boolean[] = [];
    const send = async (all: unknown) => {
      sent.push(all);
      return { done: true } as const;
    };
    shown = await renderTui(
      <FormPage title="新建" fields={fields} values={values} send={send} onDone={(saved) => done.push(saved)} />,
    );
    await shown.type('加微信');
    await shown.press('ctrl-s');
    expect(sent).toEqual([expect.objectContaining({ word: '加微信', action: 'block' })]);
    expect(done).toEqual([true]);
  });

  it('shows an error at its field and keeps the input', async () => {
    const send = async () => ({ done: false, errors: { word: ['Word is already taken'] } }) as const;
    shown = await renderTui(
      <FormPage title="New" fields={fields} values={values} send={send} onDone={() => undefined} />,
    );
    await shown.type('spam');
    await shown.press('tab', 'ctrl-s');
    expect(shown.text()).toContain('Word is already taken');
    expect(shown.text()).toContain('spam');
  });

  it('asks before it discards input', async () => {
    const requested: unknown[] = [];
    const done: boolean[] = [];
    const open = ((shape: unknown) => {
      requested.push(shape);
      return Promise.resolve('n');
    }) as never;
    const send = async () => ({ done: true }) as const;
    shown = await renderTui(
      <FormPage title="New" fields={fields} values={values} send={send} onDone={(saved) => done.push(saved)} />,
      {
        changes: { open },
      },
    );
    await shown.type('x');
    await shown.press('escape');
    expect(requested).toHaveLength(1);
    expect(done).toEqual([]);
  });

  it('changes a choice with the arrow keys and with typed letters and digits', async () => {
    shown = await renderTui(
      <FormPage
        title="New"
        fields={fields}
        order={['category']}
        values={values}
        send={async () => ({ done: true })}
        onDone={() => undefined}
      />,
    );
    const category = () => shown.lines().find((line) => line.includes('Category'));
    await shown.press('right');
    expect(category()).toContain('Politics');
    await shown.press('a');
    expect(category()).toContain('Advertising');
    await shown.press('1');
    expect(category()).toContain('Custom');
  });

  it('resolves a typed name to a record ID, and lists records on ^F', async () => {
    const requested: unknown[] = [];
    const notices: string[] = [];
    const call = async (_path: string, body: unknown) => {
      requested.push(body);
      const items = [
        { id: 4, name: 'Gold' },
        { id: 7, name: 'Silver' },
      ];
      return { items: requested.length === 1 ? items.slice(1) : items };
    };
    const open = () => Promise.resolve(4);
    const changes = { client: { call } as never, open: open as never, notify: (text: string) => notices.push(text) };
    const plan = { plan: reference({ zh: '套餐', en: 'Plan' }, 'vipPlan') };
    const sent: unknown[] = [];
    const send = async (all: unknown) => {
      sent.push(all);
      return { done: false, errors: {} } as const;
    };
    shown = await renderTui(
      <FormPage title="Grant" purpose="run" fields={plan} values={{}} send={send} onDone={() => undefined} />,
      { changes },
    );
    await shown.type('silv');
    await shown.press('enter', 'ctrl-s', 'ctrl-f', 'ctrl-s');
    expect(requested).toEqual([
      expect.objectContaining({ keyword: 'silv' }),
      expect.not.objectContaining({ keyword: '' }),
    ]);
    expect(sent).toEqual([{ plan: 7 }, { plan: 4 }]);
    expect(notices).toEqual(['Silver #7', 'Gold #4']);
  });

  it('resolves an unambiguous name when the field is left, and any name before the form is sent', async () => {
    const plan = (id: number, name: string) => ({ id, name });
    const plans = [plan(4, 'Gold'), plan(7, 'Silver'), plan(9, 'Silver plus')];
    const call = async (_path: string, { keyword }: { keyword: string }) => ({
      items: plans.filter(({ name }) => name.toLowerCase().includes(keyword)),
    });
    const sent: unknown[] = [];
    const fields = {
      plan: reference({ zh: '套餐', en: 'Plan' }, 'vipPlan'),
      note: text({ zh: '备注', en: 'Note' }, { max: 20 }),
    };
    const send = async (all: unknown) => {
      sent.push(all);
      return { done: false, errors: {} } as const;
    };
    shown = await renderTui(
      <FormPage title="Grant" purpose="run" fields={fields} values={{}} send={send} onDone={() => undefined} />,
      { changes: { client: { call } as never, open: (() => Promise.resolve(9)) as never } },
    );
    await shown.type('silver');
    await shown.press('tab');
    await shown.type('n');
    await shown.press('ctrl-s');
    expect(sent).toEqual([{ plan: 7, note: 'n' }]);
    await shown.press('up', 'ctrl-u');
    await shown.type('sil');
    await shown.press('ctrl-s');
    expect(sent).toHaveLength(1);
    await shown.press('ctrl-s');
    expect(sent[1]).toEqual({ plan: 9, note: 'n' });
  });

  it('runs one search at a time, and Esc cancels the search before it closes the form', async () => {
    const responses: ((response: unknown) => void)[] = [];
    const call = () => new Promise((resolve) => responses.push(resolve));
    const opened: unknown[] = [];
    const open = async (shape: unknown) => void opened.push(shape);
    const done: boolean[] = [];
    const plan = { plan: reference({ zh: '套餐', en: 'Plan' }, 'vipPlan') };
    shown = await renderTui(
      <FormPage
        title="Grant"
        purpose="run"
        fields={plan}
        values={{}}
        send={async () => ({ done: true })}
        onDone={(saved) => done.push(saved)}
      />,
      { changes: { client: { call } as never, open: open as never } },
    );
    await shown.press('ctrl-f', 'ctrl-f', 'escape');
    expect([responses.length, done]).toEqual([1, []]);
    const two = { items: [4, 7].map((id) => ({ id, name: `Plan ${id}` })) };
    for (const respond of responses) respond(two);
    await shown.press('escape');
    expect([opened, done]).toEqual([[], [false]]);
  });

  it('shows the preview of the current values, and none of earlier values', async () => {
    const requests: { values: Values; respond: (lines: readonly string[]) => void }[] = [];
    const preview = (values: Values) => new Promise<readonly string[]>((respond) => requests.push({ values, respond }));
    shown = await renderTui(
      <FormPage
        title="Adjust"
        purpose="run"
        fields={{ reason: text({ zh: '原因', en: 'Reason' }, { max: 20 }) }}
        values={{}}
        preview={preview}
        send={async () => ({ done: true })}
        onDone={() => undefined}
      />,
    );
    await shown.type('a');
    await expect.poll(() => requests.at(-1)?.values).toEqual({ reason: 'a' });
    requests.at(-1)?.respond(['after: 100']);
    await expect.poll(() => shown.text()).toContain('after: 100');
    await shown.type('b');
    expect(shown.text()).not.toContain('after: 100');
    await expect.poll(() => requests.at(-1)?.values).toEqual({ reason: 'ab' });
    requests.at(-1)?.respond(['after: 200']);
    await expect.poll(() => shown.text()).toContain('after: 200');
  });

  it('shows units, labels of references, the full help text and the position in a long form', async () => {
    const help = { zh: '很长', en: `${'a help text with many words, '.repeat(3)}to the end` };
    const many = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`f${at}`, text({ zh: `${at}`, en: `Field ${at}` })]),
    );
    const fields = {
      wait: integer({ zh: '超时', en: 'Wait' }, { unit: { zh: '秒', en: 's' }, help }),
      price: money({ zh: '价格', en: 'Price' }),
      plan: reference({ zh: '套餐', en: 'Plan' }, 'vipPlan'),
      ...many,
    };
    const values = { wait: 300, price: 250, plan: 7, planLabel: 'Silver' };
    const send = async () => ({ done: true }) as const;
    shown = await renderTui(
      <FormPage title="Edit" fields={fields} values={values} send={send} onDone={() => undefined} />,
    );
    for (const text of ['300 s', '2.50 CNY', '7 Silver', 'to the end', '1/33']) expect(shown.text()).toContain(text);
    await shown.press('tab', 'tab', 'backspace');
    await shown.type('8');
    expect(shown.text()).not.toContain('Silver');
    expect(shown.text()).toContain('3/33');
  });
});
