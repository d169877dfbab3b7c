import { bannedWord, writableFields } from '@gantry/core';
import { afterEach, describe, expect, it } from 'vitest';
import { type Stage, stage } from '../../../test/tui-stage.tsx';
import { FormPage } from './form-page.tsx';

let shown: Stage;
afterEach(() => shown?.close());
const fields = writableFields(bannedWord, 'create');
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

  it('shows what was refused beside its field, and keeps what was typed', async () => {
    const send = async () => ({ done: false, errors: { word: ['Word is already taken'] } }) as const;
    shown = await stage(<FormPage title="New" fields={fields} values={values} send={send} onDone={() => undefined} />);
    await shown.type('spam');
    await shown.press('tab', 'ctrl-s');
    expect(shown.text()).toContain('Word is already taken');
    expect(shown.text()).toContain('spam');
  });

  it('asks before it gives up what was typed', async () => {
    const asked: unknown[] = [];
    const done: boolean[] = [];
    const open = ((shape: unknown) => {
      asked.push(shape);
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
    expect(asked).toHaveLength(1);
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
    await shown.press('right');
    expect(shown.lines().find((line) => line.includes('Category'))).toContain('Politics');
  });
});
