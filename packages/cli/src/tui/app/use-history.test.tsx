import { approval, kebab } from '@gantry/core';
import { Text } from 'ink';
import { afterEach, expect, it, vi } from 'vitest';
import { type RenderedTui, renderTui } from '../../../test/render-tui.tsx';
import { useHistory } from './use-tui-value.ts';

let shown: RenderedTui;
afterEach(() => shown?.close());

it('drops the filter of a link when another tab is opened', async () => {
  const seen: ReturnType<typeof useHistory>[] = [];
  const current = () => seen.at(-1) ?? expect.fail('nothing is shown');
  function Probe() {
    const history = useHistory('/');
    seen.push(history);
    return <Text>{history.route.path}</Text>;
  }
  shown = await renderTui(<Probe />);
  const route = (search: unknown) => ({ route: { path: approval.path, search }, depth: 2 });
  current().go(`${approval.path}?tab=${kebab(approval.name)}&status=pending`);
  await vi.waitFor(() => expect(current()).toMatchObject(route(expect.stringContaining('pending'))));
  current().setTab(0);
  await vi.waitFor(() => expect(current()).toMatchObject(route('')));
});
