import { describe, expect, it } from 'vitest';
import { changeSettings, defaultApplicationSettings, printSettings } from './application-settings.ts';

describe('changeSettings', () => {
  it('expands a collapsed side menu when the top menu is enabled', () => {
    const collapsed = changeSettings(defaultApplicationSettings, { menuCollapse: true });
    expect(changeSettings(collapsed, { topMenu: true }).menuCollapse).toBe(false);
  });

  it('keeps a collapsed side menu when the top menu is disabled', () => {
    const collapsed = changeSettings(defaultApplicationSettings, { menuCollapse: true });
    expect(changeSettings(collapsed, { topMenu: false }).menuCollapse).toBe(true);
  });
});

describe('printSettings', () => {
  it('prints every field with an indent of two spaces', () => {
    const printed = printSettings(defaultApplicationSettings);
    expect(JSON.parse(printed)).toEqual(defaultApplicationSettings);
    expect(printed).toContain('\n  "themeColor": "#165DFF"');
  });
});
