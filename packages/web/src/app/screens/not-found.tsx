import './not-found.css';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../ui/index.ts';
import { useConfig } from '../api/index.ts';
import { useT } from '../i18n/index.ts';

/** Nothing stands at this address. */
export function NotFound() {
  const t = useT();
  const navigate = useNavigate();
  const { siteName } = useConfig();
  useEffect(() => {
    document.title = `${t('console.notFound.title')} · ${siteName}`;
  }, [t, siteName]);
  return (
    <main id="page" className="not-found" data-testid="not-found" tabIndex={-1} aria-labelledby="not-found-title">
      <svg viewBox="0 0 240 120" aria-hidden="true">
        <path d="M20 92h200M40 92V40h44M200 92V40h-44M84 40v16M156 40v16" />
        <rect x="76" y="56" width="88" height="36" rx="6" />
        <path d="M96 70h12m24 0h12M104 82c8-5 24-5 32 0" />
      </svg>
      <h1 id="not-found-title">404</h1>
      <p>{t('console.notFound.text')}</p>
      <Button type="primary" onClick={() => void navigate('/workplace')}>
        {t('console.notFound.back')}
      </Button>
    </main>
  );
}
