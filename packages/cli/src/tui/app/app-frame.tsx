import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { escapeControls } from '../../output/safe.ts';
import type { TerminalSize } from '../driver/ink-stdout.ts';
import { applyTone, highlightChosen, renderBlue, renderBold, renderDim } from '../parts/colours.ts';
import { Footer } from '../parts/footer.tsx';
import { cut, measureWidth } from '../parts/marks.ts';
import { AreaProvider, LayerProvider, type OverlayShape, useTui } from '../parts/tui-context.ts';
import type { Notice } from './use-notice.ts';
import type { Overlay } from './use-overlays.tsx';

/** Lines around the body: the head and its rule, the message, the keys. */
const frameLines = 4;

export interface HeadProps {
  readonly siteName: string;
  readonly trail: readonly string[];
  /** What the role of whoever is signed in is called; empty for nobody. */
  readonly role: string;
  readonly server: string;
  readonly width: number;
}

/** Where one is at the left, who and where to at the right. */
export function Head({ siteName, trail, role, server, width }: HeadProps) {
  const { marks, user, production, readOnly, t } = useTui();
  const site = ` ${cut(escapeControls(siteName), 20, marks)} `;
  const said = [...(production === null ? [] : [t('tui.production')]), ...(readOnly ? [t('tui.readOnly')] : [])];
  const warning = said.length === 0 ? '' : `  ${said.join(marks.between)} `;
  const way = trail.join(` ${marks.arrow} `);
  const who = [user ? escapeControls(user.name || user.username) : '', role, server.replace(/^https?:\/\//, '')]
    .filter((part) => part !== '')
    .join(marks.between);
  const right = cut(
    who,
    Math.max(0, width - measureWidth(site) - measureWidth(warning) - measureWidth(way) - 5),
    marks,
  );
  const left = cut(way, Math.max(0, width - measureWidth(site) - measureWidth(warning) - 4), marks);
  const space = ' '.repeat(
    Math.max(1, width - measureWidth(site) - measureWidth(warning) - measureWidth(left) - measureWidth(right) - 3),
  );
  return (
    <Box flexDirection="column" height={2} flexShrink={0}>
      <Text wrap="truncate">{`${highlightChosen(renderBold(site))}${applyTone(renderBold(warning), 'bad')}  ${renderBlue(renderBold(left))}${space}${renderDim(right)}`}</Text>
      <Text>{renderDim(marks.line.repeat(width))}</Text>
    </Box>
  );
}

export interface FrameProps {
  readonly size: TerminalSize;
  readonly head: ReactNode;
  readonly nav: ReactNode;
  readonly navWidth: number;
  readonly overlays: readonly Overlay[];
  readonly notice: Notice | null;
  readonly children: ReactNode;
}

function NoticeLine({ notice, width }: { notice: Notice | null; width: number }) {
  const { marks } = useTui();
  if (!notice) return <Text> </Text>;
  return <Text>{` ${applyTone(cut(escapeControls(notice.words), width - 2, marks), notice.tone)}`}</Text>;
}

function linesOf(shape: OverlayShape, width: number): number {
  if (shape === 'page') return 0;
  return typeof shape === 'number' ? shape : shape(width);
}

/** Lines for a sheet at most: a row of what lies behind it stays in sight, unless the window is too low for both. */
const getSheetHeight = (height: number) => Math.max(Math.min(6, height - 2), height - 4);

/** The whole screen: head, menu, what is open, and the foot. Pages lie over the screen, sheets below it. */
export function Frame({ size, head, nav, navWidth, overlays, notice, children }: FrameProps) {
  const { marks } = useTui();
  const width = size.columns;
  const height = Math.max(3, size.rows - 1 - frameLines);
  const bodyWidth = width - navWidth;
  const sheets = overlays.filter((overlay) => overlay.shape !== 'page');
  const sheet = sheets.at(-1);
  const docked = sheet && overlays.at(-1) === sheet ? Math.min(linesOf(sheet.shape, width), getSheetHeight(height)) : 0;
  const pages = overlays.filter((overlay) => overlay.shape === 'page');
  const space = { width: bodyWidth, height: marks.accessible ? height : height - docked };
  const layers = [
    { id: 0, layer: 1, node: children, area: space, shown: pages.length === 0 },
    ...overlays.map((overlay, at) => ({
      id: overlay.id,
      layer: at + 2,
      node: overlay.node,
      area: overlay.shape === 'page' ? space : { width, height: docked },
      shown: overlay.shape === 'page' ? overlay === pages.at(-1) : overlay === sheet && docked > 0,
      sheet: overlay.shape !== 'page',
    })),
  ];
  const view = (one: (typeof layers)[number]) => (
    <Box key={one.id} display={one.shown ? 'flex' : 'none'} flexDirection="column">
      <LayerProvider value={one.layer}>
        <AreaProvider value={one.area}>{one.node}</AreaProvider>
      </LayerProvider>
    </Box>
  );
  return (
    <Box flexDirection="column" width={width} height={size.rows - 1} overflow="hidden">
      {head}
      <Box height={space.height} width={width} overflow="hidden">
        <AreaProvider value={{ width: navWidth, height: space.height }}>{nav}</AreaProvider>
        <Box flexDirection="column" width={bodyWidth} height={space.height} overflow="hidden">
          {layers.filter((one) => !('sheet' in one && one.sheet)).map(view)}
        </Box>
      </Box>
      {layers.filter((one) => 'sheet' in one && one.sheet).map(view)}
      <NoticeLine notice={notice} width={width} />
      <Footer width={width} />
    </Box>
  );
}
