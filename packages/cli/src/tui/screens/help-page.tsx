import type { ShownKey } from '../driver/key-hub.ts';
import { formatKey } from '../keys/keymap.ts';
import { renderBold, renderDim } from '../parts/colors.ts';
import { LinesPage } from '../parts/lines-page.tsx';
import { padCell } from '../parts/marks.ts';
import { useTui } from '../parts/tui-context.ts';

/** Lists all key bindings of the screen from which it was opened, including those that the footer does not show. */
export function HelpPage({ shown, onDone }: { shown: readonly ShownKey[]; onDone: () => void }) {
  const { t, marks } = useTui();
  const lines = shown.map(({ keys, label }) => {
    const names =
      keys.length > 4 ? `${keys[0]}-${keys.at(-1)}` : keys.map((key) => formatKey(key, marks.plain)).join('  ');
    return `${renderBold(padCell(names, 26, marks))}${label}`;
  });
  const globalKeys = [
    `${renderBold(padCell('^L', 26, marks))}${t('tui.key.redraw')}`,
    `${renderBold(padCell('^C', 26, marks))}${t('tui.key.quit')}`,
    `${renderBold(padCell('^Z', 26, marks))}${t('tui.key.suspend')}`,
  ];
  return (
    <LinesPage
      title={t('tui.key.help')}
      lines={[...lines, ...globalKeys, '', renderDim(t('tui.helpSelect')), renderDim(t('tui.helpCopy'))]}
      onDone={onDone}
    />
  );
}
