import { describe, expect, it } from 'vitest';
import { changeSettings, defaultApplicationSettings, printSettings } from './application-settings.ts';

describe('changeSettings', () => {
  it('opens a collapsed side menu when the top menu is turned on', () => {
    const collapsed = changeSettings(defaultApplicationSettings, { menuCollapse: true });
    expect(changeSettings(collapsed, { topMenu: true }).menuCollapse).toBe(false);
  });

  it('leaves a collapsed side menu alone when the top menu is turned off', () => {
    const collapsed = changeSettings(defaultApplicationSettings, { menuCollapse: true });
    expect(changeSettings(collapsed, { topMenu: false }).menuCollapse).toBe(true);
  });
});

describe('printSettings', () => {
  it('prints every field with two spaces of indent', () => {
    const printed = printSettings(defaultApplicationSettings);
    expect(JSON.parse(printed)).toEqual(defaultApplicationSettings);
    expect(printed).toContain('\n  "themeColor": "#165DFF"');
  });
});
