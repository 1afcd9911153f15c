import { BuskerCard } from 'busker-card/react';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

const links = [
  ['Instagram', 'https://instagram.com/adalind.cello'],
  ['YouTube', 'https://www.youtube.com/@adalindcello'],
  ['TikTok', 'https://www.tiktok.com/@adalind.cello'],
  ['X', 'https://x.com/adalindcello'],
  ['Sheet music', 'https://adalind.example/scores'],
  ['Tip Ada', 'http://localhost:4100/@ada'],
] as const;

/** A stranger's React app: the card comes with its own bundle, and shares its React. */
function Shop() {
  const [dark, setDark] = useState(false);
  const [said, setSaid] = useState('Nothing has happened yet.');
  const [shown, setShown] = useState(true);
  return (
    <main>
      <h1>Old strings</h1>
      <p role="status">{said}</p>
      <label>
        <input type="checkbox" checked={dark} onChange={(event) => setDark(event.currentTarget.checked)} />{' '}
        Dark card
      </label>
      <label>
        <input type="checkbox" checked={shown} onChange={(event) => setShown(event.currentTarget.checked)} />{' '}
        Show it
      </label>
      {shown && (
        <BuskerCard
          profile="ada"
          host="http://localhost:4100"
          theme={dark ? 'dark' : 'light'}
          for="Old strings"
          style={{ display: 'block', minHeight: 577 }}
          onReady={({ detail }) => setSaid(`The card of ${detail.handle} is there.`)}
          onTipSuccess={({ detail }) => setSaid(`Tipped ${detail.amount} ${detail.currency}.`)}
        >
          {links.map(([label, url]) => (
            <a key={url} rel="me" href={url}>
              {label}
            </a>
          ))}
        </BuskerCard>
      )}
    </main>
  );
}

const place = document.getElementById('app');
if (!place) throw new Error('The page has no place for the app');
createRoot(place).render(
  <StrictMode>
    <Shop />
  </StrictMode>,
);
