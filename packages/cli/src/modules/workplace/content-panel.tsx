import { type ContentDataAnswer, contentData, localize } from '@gantry/core';
import { Text } from 'ink';
import { escapeControls } from '../../output/safe.ts';
import { drawSparkline } from '../../output/sparkline.ts';
import { drawColumnChart } from '../../tui/parts/bar.ts';
import { applyTone, renderBlue, renderBold, renderDim } from '../../tui/parts/colours.ts';
import { cut, measureWidth, padCell } from '../../tui/parts/marks.ts';
import { Panel } from '../../tui/parts/panel.tsx';
import { type Tui, useTui } from '../../tui/parts/tui-context.ts';
import type { PanelProps } from './figures-panel.tsx';

const day = (x: string | undefined) => (x ?? '').slice(5);

/** First and last day under a chart of so many columns. */
function axis(answer: ContentDataAnswer, columns: number): string {
  const [first, last] = [day(answer.points.at(0)?.x), day(answer.points.at(-1)?.x)];
  return renderDim(first + ' '.repeat(Math.max(1, columns - measureWidth(first) - measureWidth(last))) + last);
}

/** The models that were asked most, as many as there are lines. */
function topLines(answer: ContentDataAnswer, lines: number, width: number, tui: Tui): string[] {
  return answer.top.slice(0, Math.max(0, lines)).map((entry, at) => {
    const trend = entry.increases === null ? '' : `${entry.increases >= 0 ? '+' : ''}${entry.increases}%`;
    const tail = `${escapeControls(entry.clickNumber)}  ${trend.padStart(6)}`;
    const name = padCell(
      `${at + 1}. ${escapeControls(entry.title)}`,
      Math.max(6, width - measureWidth(tail) - 2),
      tui.marks,
    );
    return `${name}  ${applyTone(tail, entry.increases === null ? 'neutral' : entry.increases >= 0 ? 'good' : 'bad')}`;
  });
}

function contentLines(answer: ContentDataAnswer, width: number, lines: number, tui: Tui): string[] {
  const values = answer.points.map((point) => point.y);
  const sum = values.reduce((total, value) => total + value, 0);
  const number = new Intl.NumberFormat(tui.locale);
  const head = `${renderBold(number.format(values.at(-1) ?? 0))} ${renderDim(tui.t('tui.todayIs'))}   ${renderDim(tui.t('tui.sum', { count: number.format(sum) }))}`;
  const wide = Math.max(1, Math.min(6, Math.floor(width / Math.max(1, values.length))));
  if (tui.marks.accessible) return [head, ...topLines(answer, lines - 1, width, tui)];
  if (lines < 6) {
    const spark = values
      .map((_, at) => drawSparkline(values, tui.marks.plain)[at]?.repeat(Math.max(1, Math.min(2, wide))) ?? '')
      .join('');
    return [head, renderBlue(spark), axis(answer, measureWidth(spark))].slice(0, lines);
  }
  const top = Math.min(answer.top.length, Math.max(0, Math.floor((lines - 3) / 3)));
  const chart = drawColumnChart(values, Math.min(10, lines - 2 - (top > 0 ? top + 1 : 0)), wide, tui.marks);
  return [
    head,
    ...chart.map((line) => renderBlue(line)),
    axis(answer, wide * values.length - 1),
    ...(top > 0 ? [''] : []),
    ...topLines(answer, top, Math.min(width, 60), tui),
  ];
}

/** A figure a day over fourteen days; `c` turns to the next figure. */
export function ContentPanel({ state, width, height, metric }: PanelProps<ContentDataAnswer> & { metric: string }) {
  const tui = useTui();
  const { answer, failed } = state;
  const options = contentData.input.metric.options;
  const name = metric in options ? localize(options[metric as keyof typeof options], tui.locale) : metric;
  const lines = answer
    ? contentLines(answer, width - 4, height - 2, tui)
    : [renderDim(failed ? tui.t('tui.loadFailed') : tui.t('common.loading'))];
  return (
    <Panel
      title={`${localize(contentData.label, tui.locale)}${tui.marks.between}${cut(name, 16, tui.marks)}`}
      note={tui.t('tui.days', { count: answer?.points.length ?? 14 })}
      width={width}
      height={height}
    >
      <Text>{lines.join('\n')}</Text>
    </Panel>
  );
}
