import { bannedWord, getWritableFields, integer, money, reference, text, type Values } from '@gantry/core';
import { afterEach, describe, expect, it } from 'vitest';
import { type Stage, stage } from '../../../test/tui-stage.tsx';
import { FormPage } from './form-page.tsx';

let shown: Stage;
afterEach(() => shown?.close());
const fields = getWritableFields(bannedWord, 'create');
const values = { match: 'contains', category: 'custom', level: '3', action: 'block', replacement: '***' };

describe('a form on the screen', () => {
  it('takes typed text, saves with ^S, and closes', async () => {
    const sent: unknown[] = [];
    const done: boolean[] = [];
    const send = async (all: unknown) => {
      sent.push(all);
      return { done: true } as const;
    };
    shown = await stage(
      <FormPage title="新建" fields={fields} values={values} send={send} onDone={(saved) => done.push(saved)} />,
    );
    await shown.type('加微信');
    await shown.press('ctrl-s');
    expect(sent).toEqual([expect.objectContaining({ word: '加微信', action: 'block' })]);
    expect(done).toEqual([true]);
  });

  it('shows what was rejected next to its field, and keeps what was typed', async () => {
    const send = async () => ({ done: false, errors: { word: ['Word is already taken'] } }) as const;
    shown = await stage(<FormPage title="New" fields={fields} values={values} send={send} onDone={() => undefined} />);
    await shown.type('spam');
    await shown.press('tab', 'ctrl-s');
    expect(shown.text()).toContain('Word is already taken');
    expect(shown.text()).toContain('spam');
  });

  it('asks before it gives up what was typed', async () => {
    const requested: unknown[] = [];
    const done: boolean[] = [];
    const open = ((shape: unknown) => {
      requested.push(shape);
      return Promise.resolve('n');
    }) as never;
    const send = async () => ({ done: true }) as const;
    shown = await stage(
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

  it('turns a choice with the arrow keys', async () => {
    shown = await stage(
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

  it('takes a name for the number of a record, and lists records on ^F', async () => {
    const requested: unknown[] = [];
    const said: string[] = [];
    const call = async (_path: string, body: unknown) => {
      requested.push(body);
      const items = [
        { id: 4, name: 'Gold' },
        { id: 7, name: 'Silver' },
      ];
      return { items: requested.length === 1 ? items.slice(1) : items };
    };
    const open = () => Promise.resolve(4);
    const changes = { client: { call } as never, open: open as never, notify: (text: string) => said.push(text) };
    const plan = { plan: reference({ zh: '套餐', en: 'Plan' }, 'vipPlan') };
    const sent: unknown[] = [];
    const send = async (all: unknown) => {
      sent.push(all);
      return { done: false, errors: {} } as const;
    };
    shown = await stage(
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
    expect(said).toEqual(['Silver #7', 'Gold #4']);
  });

  it('takes the one record that a name means when the field is left, and looks for it before anything is sent', async () => {
    const named = (id: number, name: string) => ({ id, name });
    const known = [named(4, 'Gold'), named(7, 'Silver'), named(9, 'Silver plus')];
    const call = async (_path: string, { keyword }: { keyword: string }) => ({
      items: known.filter(({ name }) => name.toLowerCase().includes(keyword)),
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
    shown = await stage(
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

  it('looks for a record once at a time, and Esc gives up on the search before the form', async () => {
    const answers: ((answer: unknown) => void)[] = [];
    const call = () => new Promise((resolve) => answers.push(resolve));
    const opened: unknown[] = [];
    const open = async (shape: unknown) => void opened.push(shape);
    const done: boolean[] = [];
    const plan = { plan: reference({ zh: '套餐', en: 'Plan' }, 'vipPlan') };
    shown = await stage(
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
    expect([answers.length, done]).toEqual([1, []]);
    const two = { items: [4, 7].map((id) => ({ id, name: `Plan ${id}` })) };
    for (const answer of answers) answer(two);
    await shown.press('escape');
    expect([opened, done]).toEqual([[], [false]]);
  });

  it('shows what the values come to, and no figure of values that were changed since', async () => {
    const requested: { values: Values; report: (lines: readonly string[]) => void }[] = [];
    const preview = (values: Values) => new Promise<readonly string[]>((report) => requested.push({ values, report }));
    shown = await stage(
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
    await expect.poll(() => requested.at(-1)?.values).toEqual({ reason: 'a' });
    requested.at(-1)?.report(['after: 100']);
    await expect.poll(() => shown.text()).toContain('after: 100');
    await shown.type('b');
    expect(shown.text()).not.toContain('after: 100');
    await expect.poll(() => requested.at(-1)?.values).toEqual({ reason: 'ab' });
    requested.at(-1)?.report(['after: 200']);
    await expect.poll(() => shown.text()).toContain('after: 200');
  });

  it('says what a number counts in, what a record is called, all of the help, and how far down a long form one is', async () => {
    const help = { zh: '很长', en: `${'so it is, and so it goes on, '.repeat(3)}to the end` };
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
    shown = await stage(<FormPage title="Edit" fields={fields} values={values} send={send} onDone={() => undefined} />);
    for (const words of ['300 s', '2.50 CNY', '7 Silver', 'to the end', '1/33']) expect(shown.text()).toContain(words);
    await shown.press('tab', 'tab', 'backspace');
    await shown.type('8');
    expect(shown.text()).not.toContain('Silver');
    expect(shown.text()).toContain('3/33');
  });
});
