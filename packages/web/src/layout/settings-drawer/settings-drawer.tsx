import './settings-drawer.css';
import { type ApplicationSettings, printSettings } from '@gantry/core';
import { useState } from 'react';
import { useT } from '../../app/i18n/index.ts';
import { useAppearance } from '../../ui/appearance/index.ts';
import { Alert, Button, NumberInput, Switch, useReturnFocus } from '../../ui/index.ts';
import { SettingsRow, SideDrawer, useCopy } from '../../ui/parts/index.ts';
import { ThemeColor } from './theme-color.tsx';

type Toggle = 'navbar' | 'menu' | 'topMenu' | 'footer' | 'tabBar' | 'colorWeak';
const contentToggles = ['navbar', 'menu', 'topMenu', 'footer', 'tabBar'] as const;
const width = 410;
const menuWidth = { min: 160, max: 400 };

/** How the console looks, changed at once and for now; the copied state makes it last. */
export function SettingsDrawer() {
  useReturnFocus();
  const t = useT();
  const { settings, change } = useAppearance();
  const [byHand, setByHand] = useState(false);
  const copyText = useCopy();
  const close = () => change({ globalSettings: false });
  const copy = async () => setByHand(!(await copyText(printSettings(settings), t('console.settings.copied'))));
  return (
    <SideDrawer
      open={settings.globalSettings}
      title={t('console.settings.title')}
      width={width}
      onClose={close}
      footer={
        <>
          <Button shape="round" onClick={close}>
            {t('common.cancel')}
          </Button>
          <Button long shape="round" type="primary" onClick={() => void copy()}>
            {t('console.settings.copy')}
          </Button>
        </>
      }
    >
      <Alert type="warning" content={t('console.settings.warning')} />
      <h3 className="settings-block">{t('console.settings.content')}</h3>
      {contentToggles.map((name) => (
        <ToggleRow key={name} name={name} />
      ))}
      <SettingsRow label={t('console.settings.menuWidth')}>
        <NumberInput
          label={t('console.settings.menuWidth')}
          size="small"
          {...menuWidth}
          value={settings.menuWidth}
          onChange={(value) =>
            value >= menuWidth.min && value <= menuWidth.max ? change({ menuWidth: value }) : undefined
          }
          className="settings-number"
        />
      </SettingsRow>
      <h3 className="settings-block">{t('console.settings.other')}</h3>
      <ToggleRow name="colorWeak" />
      <ThemeColor color={settings.themeColor} onChange={(themeColor) => change({ themeColor })} />
      {byHand ? (
        <textarea
          className="settings-json"
          readOnly
          rows={8}
          aria-label={t('console.settings.title')}
          value={printSettings(settings)}
          onFocus={(event) => event.target.select()}
        />
      ) : null}
    </SideDrawer>
  );
}

function ToggleRow({ name }: { readonly name: Toggle }) {
  const t = useT();
  const { settings, change } = useAppearance();
  const label = t(`console.settings.${name}`);
  const set = (value: boolean) => change({ [name]: value } satisfies Partial<ApplicationSettings>);
  return (
    <SettingsRow label={label}>
      <Switch label={label} size="small" checked={settings[name]} onChange={set} data-testid={`setting-${name}`} />
    </SettingsRow>
  );
}
