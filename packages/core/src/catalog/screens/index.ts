import { areas } from '../../areas/areas.ts';
import type { ScreenDefinition } from '../../definition/index.ts';
import { aiScreens } from './ai.ts';
import {
  adminScreens,
  courseScreens,
  extensionScreens,
  homeScreens,
  marketScreens,
  modelScreens,
  newsScreens,
  orderScreens,
  personalScreens,
  riskScreens,
  settingsScreens,
  userScreens,
} from './others.ts';

/** All routes behind sign-in in menu order: by the order of the area, then in this order. */
export const allScreens: readonly ScreenDefinition[] = [
  ...homeScreens,
  ...aiScreens,
  ...userScreens,
  ...marketScreens,
  ...orderScreens,
  ...newsScreens,
  ...modelScreens,
  ...riskScreens,
  ...settingsScreens,
  ...courseScreens,
  ...extensionScreens,
  ...adminScreens,
  ...personalScreens,
].sort((a, b) => getOrder(a) - getOrder(b));

function getOrder(screen: ScreenDefinition): number {
  return areas.find((area) => area.name === screen.area)?.order ?? 99;
}
