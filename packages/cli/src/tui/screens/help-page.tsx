import { keyLabel } from '../keymap.ts';
import { bold, dim } from '../parts/colours.ts';
import { LinesPage } from '../parts/lines-page.tsx';
import { cell } from '../parts/marks.ts';
import { useTui } from '../parts/tui-context.ts';
import type { ShownKey } from '../terminal/key-hub.ts';

/** Every key that does something on the screen that was open, from the same records as the footer. */
export function HelpPage({ shown, onDone }: { shown: readonly ShownKey[]; onDone: () => void }) {
  const { t, marks } = useTui();
  const lines = shown.map(({ keys, words }) => {
    const names =
      keys.length > 4 ? `${keys[0]}-${keys.at(-1)}` : keys.map((key) => keyLabel(key, marks.plain)).join('  ');
    return `${bold(cell(names, 26, marks))}${words}`;
  });
  const always = [
    `${bold(cell('^L', 26, marks))}${t('tui.key.redraw')}`,
    `${bold(cell('^C', 26, marks))}${t('tui.key.quit')}`,
    `${bold(cell('^Z', 26, marks))}${t('tui.key.suspend')}`,
  ];
  return (
    <LinesPage
      title={t('tui.key.help')}
      lines={[...lines, ...always, '', dim(t('tui.helpSelect')), dim(t('tui.helpCopy'))]}
      onDone={onDone}
    />
  );
}
