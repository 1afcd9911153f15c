import r2wc from '@r2wc/react-to-web-component';
import { initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, doc, getDoc, getFirestore } from 'firebase/firestore';
import { useEffect, useState } from 'react';
import { sampleProfile } from '@busker/widget/testing/sample-profile';
import { PlatformIcon } from '@busker/widget/icons/icons';
import { platformOf } from '@busker/core/platforms/platform';
import styles from '@busker/widget/styles/card.css?inline';
import type { PublicProfile } from '@busker/core/profile/profile';

/**
 * The naive build: the same card as the packages' own guides would have it, with React DOM, r2wc and the Firestore SDK. The product is measured
 * against it.
 */
const store = getFirestore(initializeApp({ apiKey: 'bench', projectId: 'demo-busker' }));
connectFirestoreEmulator(store, 'firestore.localhost', 80);

function Card({ profile: handle }: { readonly profile: string }) {
  const [profile, setProfile] = useState<PublicProfile | null>(null);
  useEffect(() => {
    const read = async (): Promise<void> => {
      // On a slow machine the SDK gives up after ten seconds and says that it is offline.
      const found = await getDoc(doc(store, 'cards', handle)).catch(() => null);
      if (!found) return read();
      if (found.exists()) setProfile(sampleProfile(found.data()));
    };
    void read();
  }, [handle]);
  if (!profile) return <slot />;
  const { name, bio, links } = profile;
  return (
    <>
      <style>{styles}</style>
      <div className="busker auto">
        <section className="card" aria-label={name}>
          <header className="head">
            <span className="avatar initial">{name[0]}</span>
            <div>
              <h2 className="name">{name}</h2>
              <p className="handle">@{profile.handle}</p>
            </div>
          </header>
          <p className="bio">{bio}</p>
          <ul className="links">
            {links.map(({ id, label, url }) => (
              <li key={id}>
                <a className="link" href={url} rel="me noopener" target="_blank">
                  <PlatformIcon platform={platformOf(url)} />
                  <span className="label">{label}</span>
                </a>
              </li>
            ))}
          </ul>
          <button type="button" className="tip">
            Send a tip
          </button>
        </section>
      </div>
    </>
  );
}

customElements.define('busker-card', r2wc(Card, { shadow: 'open', props: { profile: 'string' } }));
