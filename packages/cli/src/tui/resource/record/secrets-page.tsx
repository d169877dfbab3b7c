import { type AnyResource, allFields } from '@gantry/core';
import { getOnceLabel, shownOnce } from '../../../context/shown-once.ts';
import { LinesPage } from '../../parts/lines-page.tsx';
import type { Tui } from '../../parts/tui-context.ts';
import { renderResult } from './render-record.ts';

/** Shows the secrets in a response until the page is closed, because the server sends them only once. */
export async function showSecrets(resource: AnyResource, title: string, answer: unknown, tui: Tui): Promise<void> {
  const fields = allFields(resource);
  const values = Object.entries(typeof answer === 'object' && answer !== null ? answer : {});
  const secrets = values.filter(
    ([name, value]) => shownOnce.includes(name) && !(name in fields) && typeof value === 'string',
  );
  if (secrets.length === 0) return;
  const labeled = Object.fromEntries(secrets.map(([name, value]) => [getOnceLabel(name, tui.locale), value]));
  await tui.open<void>('page', (close) => (
    <LinesPage
      title={title}
      lines={(width) => renderResult(labeled, width)}
      text={secrets.map(([, value]) => value).join('\n')}
      onDone={() => close()}
    />
  ));
}
