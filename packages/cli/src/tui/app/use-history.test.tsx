import { approval, kebab } from '@gantry/core';
import { Text } from 'ink';
import { afterEach, expect, it, vi } from 'vitest';
import { type Stage, stage } from '../../../test/tui-stage.tsx';
import { useHistory } from './use-tui-value.ts';

let shown: Stage;
afterEach(() => shown?.close());

it('narrows the tab that a link names, and no other', async () => {
  const seen: ReturnType<typeof useHistory>[] = [];
  const stored = () => seen.at(-1) ?? expect.fail('nothing is shown');
  function Probe() {
    const history = useHistory('/');
    seen.push(history);
    return <Text>{history.route.path}</Text>;
  }
  shown = await stage(<Probe />);
  const route = (search: unknown) => ({ route: { path: approval.path, search }, depth: 2 });
  stored().go(`${approval.path}?tab=${kebab(approval.name)}&status=pending`);
  await vi.waitFor(() => expect(stored()).toMatchObject(route(expect.stringContaining('pending'))));
  stored().setTab(0);
  await vi.waitFor(() => expect(stored()).toMatchObject(route('')));
});
