import { afterEach, describe, expect, it } from 'vitest';
import { type RenderedTui, renderTui } from '../../../test/render-tui.tsx';
import { measureWidth } from '../../output/wrap-text.ts';
import { CheckList } from './check-list.tsx';
import { selectFittingKeys } from './footer.tsx';
import { createEditableText } from './input/editable-text.ts';
import { TextArea } from './input/text-area.tsx';
import { getVisiblePart } from './input/text-input.tsx';
import { LinesPage } from './lines-page.tsx';
import { getMarks } from './marks.ts';
import { Menu } from './menu.tsx';
import { Prompt } from './prompt.tsx';
import { selectFittingTabs } from './tab-bar.tsx';
import { getWindowStart } from './viewport.ts';

let shown: RenderedTui;
afterEach(() => shown?.close());

describe('Menu', () => {
  const items = [
    { label: '启用', value: 'enable' },
    { label: '停用', value: 'disable', rejection: 'Not possible now' },
    { label: '测试', value: 'test' },
  ];

  it('returns the highlighted item on Enter', async () => {
    const chosen: unknown[] = [];
    shown = await renderTui(<Menu title="Actions" items={items} onDone={(value) => chosen.push(value)} />, {
      height: 6,
    });
    await shown.press('j', 'j', 'enter');
    expect(chosen).toEqual(['test']);
  });

  it('shows why an item is not available, and stays open', async () => {
    const chosen: unknown[] = [];
    const notices: string[] = [];
    shown = await renderTui(<Menu title="Actions" items={items} onDone={(value) => chosen.push(value)} />, {
      height: 6,
      changes: { notify: (text) => void notices.push(text) },
    });
    await shown.press('2');
    expect(notices).toEqual(['Not possible now']);
    expect(chosen).toEqual([]);
    await shown.press('escape');
    expect(chosen).toEqual([null]);
  });
});

describe('selectFittingTabs', () => {
  const marks = getMarks(false);
  const labels = ['消费统计', '消费明细', '账务流水', '双人审批', '风控事件', '风控限制', '风控规则'];

  it.each([
    [labels.slice(0, 3), 0, 80, '[1 消费统计]  2 消费明细   3 账务流水 '],
    [labels, 2, 80, '1 消费统计 2 消费明细 [3 账务流水] 4 双人审批 5 风控事件 6 风控限制 7 风控规则'],
    [labels, 2, 60, '… [3 账务流水] 4 双人审批 5 风控事件 6 风控限制 7 风控规则'],
    [labels, 6, 40, '… 5 风控事件 6 风控限制 [7 风控规则]'],
    [labels, 0, 9, '[1 消费统计] …'],
  ])('shows complete labels and marks omitted tabs: case %#', (all, at, width, line) => {
    expect(selectFittingTabs(all, at, width, marks).join(' ')).toBe(line);
  });
});

describe('CheckList', () => {
  it('returns the checked values in the order of the options', async () => {
    const done: unknown[] = [];
    const options = ['a', 'b', 'c'].map((value) => ({ value, label: value }));
    shown = await renderTui(
      <CheckList title="Scope" options={options} picked={['c']} onDone={(value) => done.push(value)} />,
      {
        height: 5,
      },
    );
    await shown.press('space', 'enter');
    expect(done).toEqual([['a', 'c']]);
  });
});

describe('Prompt', () => {
  it('rejects an invalid value and does not show a hidden one', async () => {
    const done: unknown[] = [];
    const check = (value: string) => (value.length < 3 ? 'too short' : null);
    shown = await renderTui(
      <Prompt title="Password" label="密码" hidden check={check} onDone={(value) => done.push(value)} />,
      { height: 3 },
    );
    await shown.type('ab');
    await shown.press('enter');
    expect(shown.text()).toContain('too short');
    expect(shown.text()).not.toContain('ab');
    await shown.type('c违');
    await shown.press('enter');
    expect(done).toEqual(['abc违']);
  });
});

describe('LinesPage', () => {
  it('does not scroll past its last line', async () => {
    const lines = Array.from({ length: 30 }, (_, at) => `line ${at + 1}`);
    shown = await renderTui(<LinesPage title="Long" lines={lines} onDone={() => undefined} />, { height: 12 });
    expect(shown.text()).toContain('1-10/30');
    await shown.press('G');
    expect(shown.text()).toContain('line 30');
    await shown.press('j', 'j');
    expect(shown.text()).toContain('21-30/30');
    await shown.press('g');
    expect(shown.lines()[2]).toContain('line 1');
  });
});

describe('visible part', () => {
  it('shows the start of a long text in an inactive input, and the cursor in an active one', async () => {
    const area = { text: createEditableText('one\ntwo\nthree\n'), width: 20, height: 2 };
    const rest = await renderTui(<TextArea {...area} active={false} />);
    expect(rest.lines().map((line) => line.trim())).toEqual(['one', 'two']);
    rest.close();
    const typed = await renderTui(<TextArea {...area} active />);
    expect(typed.lines().map((line) => line.trim())).toEqual(['three', '']);
    typed.close();
  });

  it('shows the end of a long line when the cursor is there, measured in columns', () => {
    const { shown: part, column } = getVisiblePart({ value: '一二三四五六七八', cursor: 8 }, 10);
    expect(measureWidth(part)).toBeLessThanOrEqual(10);
    expect(column).toBeLessThan(10);
    expect(part.endsWith('八')).toBe(true);
  });

  it.each([
    [0, 100, 10, 0, 0],
    [10, 100, 10, 0, 1],
    [5, 100, 10, 8, 5],
    [99, 100, 10, 0, 90],
    [2, 3, 10, 0, 0],
  ])('starts a window for line %i of %i with %i lines from %i at %i', (chosen, count, height, previous, expected) => {
    expect(getWindowStart(chosen, count, height, previous)).toBe(expected);
  });

  it('keeps the required keys in a narrow footer', () => {
    const entries = ['enter', 'n', 'e', 'd', '?', 'escape'].map((key) => ({
      keys: [key],
      label: 'something',
      footer: true,
    }));
    const keys = selectFittingKeys(entries, 40, false).map((entry) => entry.keys[0]);
    expect(keys).toContain('?');
    expect(keys).toContain('escape');
    expect(keys.length).toBeLessThan(entries.length);
  });
});
