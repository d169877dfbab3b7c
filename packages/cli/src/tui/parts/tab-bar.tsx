import { Text } from 'ink';
import { renderBlue, renderBold, renderDim } from './colors.ts';
import { type Marks, measureWidth } from './marks.ts';
import { useArea, useTui } from './tui-context.ts';

/** Tabs that are in sight, and what stands around each that is not open. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly around: '' | ' ';
}

/** The parts of the line: the tabs of a span by their numbers, the open one in brackets, with a mark where others are left out. */
function partsOf(labels: readonly string[], at: number, { from, to, around }: Span, { ellipsis }: Marks): string[] {
  const named = labels.map((label, place) =>
    place === at ? `[${place + 1} ${label}]` : `${around}${place + 1} ${label}${around}`,
  );
  return [...(from > 0 ? [ellipsis] : []), ...named.slice(from, to), ...(to < labels.length ? [ellipsis] : [])];
}

/** All tabs when they fit, closer together if they must be; else as many whole ones as fit around the open one. */
export function selectFittingTabs(
  labels: readonly string[],
  at: number,
  width: number,
  marks: Marks,
): readonly string[] {
  const parts = (span: Span) => partsOf(labels, at, span, marks);
  const fits = (span: Span) => measureWidth(parts(span).join(' ')) < width;
  const all = ([' ', ''] as const).map((around): Span => ({ from: 0, to: labels.length, around })).find(fits);
  if (all) return parts(all);
  let span: Span = { from: at, to: at + 1, around: '' };
  for (;;) {
    // What comes next is wanted more often than what lies behind.
    const next = { ...span, to: Math.min(labels.length, span.to + 1) };
    const earlier = { ...span, from: Math.max(0, span.from - 1) };
    const wider = [next, earlier].find((one) => one.to - one.from > span.to - span.from && fits(one));
    if (!wider) return parts(span);
    span = wider;
  }
}

/** The tabs of a screen. */
export function TabBar({ labels, at }: { readonly labels: readonly string[]; readonly at: number }) {
  const { marks } = useTui();
  const { width } = useArea();
  const words = selectFittingTabs(labels, at, width, marks).map((part) =>
    part.startsWith('[') ? renderBlue(renderBold(part)) : renderDim(part),
  );
  return <Text wrap="truncate">{` ${words.join(' ')}`}</Text>;
}
