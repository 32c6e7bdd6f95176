import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes, useNavigate } from 'react-router-dom';

// The floor: a small console of React, React Router and React Query only. React delays a lazy route by up to 300 ms.
function SignIn() {
  const navigate = useNavigate();
  return (
    <form onSubmit={() => navigate('/rows')}>
      <h1>Sign in</h1>
      <input aria-label="Workspace" name="workspace" />
      <input aria-label="Access token" name="token" type="password" />
      <button type="submit">Sign in</button>
    </form>
  );
}

type Row = Record<'id' | 'name' | 'created' | 'apiHost' | 'dbHost', string>;

function Rows() {
  const queryFn = async (): Promise<Row[]> => (await fetch('/rows.json')).json();
  const { data = [] } = useQuery({ queryKey: ['rows'], queryFn });
  const rows = data.map(({ id, name, created, apiHost, dbHost }) => (
    <tr key={id}>
      <td>{name}</td>
      <td>{created}</td>
      <td>{apiHost}</td>
      <td>{dbHost}</td>
      <td>
        <button type="button">Delete {name}</button>
      </td>
    </tr>
  ));
  return (
    <table>
      <tbody>{rows}</tbody>
    </table>
  );
}

createRoot(document.getElementById('root') ?? document.body).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<SignIn />} />
        <Route path="/rows" element={<Rows />} />
      </Routes>
    </BrowserRouter>
  </QueryClientProvider>,
);
