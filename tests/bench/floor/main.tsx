import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';

/** The mandated packages and nothing else: what no console built on them can be smaller or faster than. */
const SignIn = lazy(async () => ({ default: (await import('./SignIn.tsx')).SignIn }));
const Rows = lazy(async () => ({ default: (await import('./Rows.tsx')).Rows }));

const root = document.getElementById('root');
if (root === null) throw new Error('index.html holds no element with the id "root".');
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <Suspense fallback={null}>
        <Routes>
          <Route path="/" element={<SignIn />} />
          <Route path="/rows" element={<Rows />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  </QueryClientProvider>,
);
