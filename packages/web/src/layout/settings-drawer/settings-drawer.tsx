import './settings-drawer.css';
import {
  type ApplicationSettings,
  computeContrast,
  createPalette,
  getContrastLevel,
  presetColors,
  printSettings,
} from '@gantry/core';
import { useState } from 'react';
import { useT } from '../../app/i18n/index.ts';
import { useAppearance } from '../../ui/appearance/index.ts';
import { Alert, Button, NumberInput, Switch, useReturnFocus } from '../../ui/index.ts';
import { SettingsRow, SideDrawer, useCopy } from '../../ui/parts/index.ts';

interface ThemeColorProps {
  /** `#RRGGBB` */
  readonly color: string;
  readonly onChange: (color: string) => void;
}

const darkGround = '#232324';

/** Any color, or a preset; shows its ten steps in both themes, and whether text on it is readable. */
function ThemeColor({ color, onChange }: ThemeColorProps) {
  const t = useT();
  const dark = createPalette(color, 'dark');
  return (
    <section aria-label={t('console.settings.themeColor')} className="theme-color">
      <SettingsRow label={t('console.settings.themeColor')}>
        <span className="theme-own">
          <code>{color}</code>
          <input
            type="color"
            aria-label={t('console.settings.themeColor')}
            data-testid="theme-color"
            value={color.toLowerCase()}
            onChange={(event) => onChange(event.target.value.toUpperCase())}
          />
        </span>
      </SettingsRow>
      <p className="settings-hint">{t('console.settings.themeColorHint')}</p>
      <Steps colors={createPalette(color, 'light')} />
      <Steps colors={dark} />
      <div className="theme-presets" role="radiogroup" aria-label={t('console.settings.preset')}>
        {Object.entries(presetColors).map(([name, hex]) => (
          <label key={name} className="theme-preset" title={name}>
            <input
              type="radio"
              name="theme-preset"
              checked={hex === color}
              onChange={() => onChange(hex)}
              aria-label={name}
            />
            <Swatch color={hex} />
          </label>
        ))}
      </div>
      <Contrast label={t('console.settings.contrastLight')} ratio={computeContrast('#FFFFFF', color)} />
      <Contrast label={t('console.settings.contrastDark')} ratio={computeContrast(dark[7] ?? color, darkGround)} />
    </section>
  );
}

function Swatch({ color }: { readonly color: string }) {
  return <span className="theme-swatch" style={{ background: color }} />;
}

function Steps({ colors }: { readonly colors: readonly string[] }) {
  return (
    <div className="theme-steps" aria-hidden="true">
      {colors.map((color) => (
        <span key={color} style={{ background: color }} title={color} />
      ))}
    </div>
  );
}

function Contrast({ label, ratio }: { readonly label: string; readonly ratio: number }) {
  const t = useT();
  const level = getContrastLevel(ratio);
  return (
    <SettingsRow label={label}>
      <span className={`theme-level ${level}`} data-testid="contrast">
        {ratio.toFixed(2)} {level === 'low' ? t('console.settings.low') : level}
      </span>
    </SettingsRow>
  );
}

type Toggle = 'navbar' | 'menu' | 'topMenu' | 'footer' | 'tabBar' | 'colorWeak';
const contentToggles = ['navbar', 'menu', 'topMenu', 'footer', 'tabBar'] as const;
const width = 410;
const menuWidth = { min: 160, max: 400 };

/** Appearance settings. They apply immediately to this session; the copied JSON makes them permanent in the configuration. */
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
