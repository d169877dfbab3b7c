import { Text } from 'ink';
import { renderAccent, renderBold, renderDim } from './colors.ts';
import { type Marks, measureWidth } from './marks.ts';
import { useArea, useTui } from './tui-context.ts';

/** The visible tabs (`to` is exclusive), and the padding on both sides of a tab that is not open. */
interface Span {
  readonly from: number;
  readonly to: number;
  readonly padding: '' | ' ';
}

/** The parts of the tab line: numbered tabs, the open one in brackets, and an ellipsis in place of omitted ones. */
function renderSpan(labels: readonly string[], at: number, { from, to, padding }: Span, { ellipsis }: Marks): string[] {
  const tabs = labels.map((label, index) =>
    index === at ? `[${index + 1} ${label}]` : `${padding}${index + 1} ${label}${padding}`,
  );
  return [...(from > 0 ? [ellipsis] : []), ...tabs.slice(from, to), ...(to < labels.length ? [ellipsis] : [])];
}

/** Returns all tabs when they fit, without padding if necessary; otherwise as many complete tabs around the open one as fit. */
export function selectFittingTabs(
  labels: readonly string[],
  at: number,
  width: number,
  marks: Marks,
): readonly string[] {
  const parts = (span: Span) => renderSpan(labels, at, span, marks);
  const fits = (span: Span) => measureWidth(parts(span).join(' ')) < width;
  const all = ([' ', ''] as const).map((padding): Span => ({ from: 0, to: labels.length, padding })).find(fits);
  if (all) return parts(all);
  let span: Span = { from: at, to: at + 1, padding: '' };
  for (;;) {
    // Users move to the next tab more often than to an earlier one.
    const next = { ...span, to: Math.min(labels.length, span.to + 1) };
    const earlier = { ...span, from: Math.max(0, span.from - 1) };
    const wider = [next, earlier].find((one) => one.to - one.from > span.to - span.from && fits(one));
    if (!wider) return parts(span);
    span = wider;
  }
}

export function TabBar({ labels, at }: { readonly labels: readonly string[]; readonly at: number }) {
  const { marks } = useTui();
  const { width } = useArea();
  const parts = selectFittingTabs(labels, at, width, marks).map((part) =>
    part.startsWith('[') ? renderAccent(renderBold(part)) : renderDim(part),
  );
  return <Text wrap="truncate">{` ${parts.join(' ')}`}</Text>;
}
