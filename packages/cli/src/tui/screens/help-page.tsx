import type { ShownKey } from '../driver/key-hub.ts';
import { formatKey } from '../keys/keymap.ts';
import { renderBold, renderDim } from '../parts/colors.ts';
import { LinesPage } from '../parts/lines-page.tsx';
import { padCell } from '../parts/marks.ts';
import { useTui } from '../parts/tui-context.ts';

/** Every key that does something on the screen that was open, from the same records as the footer. */
export function HelpPage({ shown, onDone }: { shown: readonly ShownKey[]; onDone: () => void }) {
  const { t, marks } = useTui();
  const lines = shown.map(({ keys, label: words }) => {
    const names =
      keys.length > 4 ? `${keys[0]}-${keys.at(-1)}` : keys.map((key) => formatKey(key, marks.plain)).join('  ');
    return `${renderBold(padCell(names, 26, marks))}${words}`;
  });
  const always = [
    `${renderBold(padCell('^L', 26, marks))}${t('tui.key.redraw')}`,
    `${renderBold(padCell('^C', 26, marks))}${t('tui.key.quit')}`,
    `${renderBold(padCell('^Z', 26, marks))}${t('tui.key.suspend')}`,
  ];
  return (
    <LinesPage
      title={t('tui.key.help')}
      lines={[...lines, ...always, '', renderDim(t('tui.helpSelect')), renderDim(t('tui.helpCopy'))]}
      onDone={onDone}
    />
  );
}
