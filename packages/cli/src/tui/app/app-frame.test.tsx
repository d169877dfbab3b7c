import { catalogue } from '@gantry/core';
import { Text } from 'ink';
import { expect, it } from 'vitest';
import { renderTui } from '../../../test/render-tui.tsx';
import { Nav } from '../screens/nav.tsx';
import { Frame } from './app.tsx';

it('shows the navigation above a sheet and not beside it', async () => {
  const entries = catalogue.screens.map((screen, at) => ({ area: null, label: `Screen ${at}`, screen }));
  const nav = <Nav entries={entries} path={entries[8]?.screen.path ?? ''} focused={false} onDone={() => undefined} />;
  const sheet = { id: 1, shape: 4, node: <Text>short</Text> } as const;
  const shown = await renderTui(
    <Frame
      size={{ columns: 80, rows: 18 }}
      head={<Text>head</Text>}
      nav={nav}
      navWidth={20}
      overlays={[sheet]}
      notice={null}
    >
      <Text>body</Text>
    </Frame>,
  );
  const lines = shown.lines();
  const at = lines.findIndex((line) => line.startsWith('short'));
  expect(lines.slice(1, at).every((line) => line.includes('Screen'))).toBe(true);
  expect(at).toBe(10);
  expect(lines.slice(at).join('\n')).not.toContain('Screen');
  expect(lines[at]?.trim()).toBe('short');
  shown.close();
});
