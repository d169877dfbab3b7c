import { computeContrast, createPalette, getContrastLevel, presetColors } from '@gantry/core';
import { useT } from '../../app/i18n/index.ts';
import { SettingsRow } from '../../ui/parts/index.ts';

interface ThemeColorProps {
  /** `#RRGGBB` */
  readonly color: string;
  readonly onChange: (color: string) => void;
}

const darkGround = '#232324';

/** Any colour, or a preset; its ten steps in both themes, and whether words on it can be read. */
export function ThemeColor({ color, onChange }: ThemeColorProps) {
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
