
SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

SET default_tablespace = '';

SET default_table_access_method = heap;

CREATE TABLE public.alive (
    one boolean NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT alive_one_check CHECK (one)
);

CREATE TABLE public.blocks (
    person text NOT NULL,
    other text NOT NULL
);

CREATE TABLE public.damier_versions (
    version bigint NOT NULL,
    since timestamp with time zone DEFAULT now() NOT NULL
);

CREATE TABLE public.events (
    game text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    line text NOT NULL,
    client text
);

CREATE TABLE public.games (
    id text NOT NULL COLLATE pg_catalog."C",
    created bigint NOT NULL,
    updated bigint NOT NULL,
    rules text NOT NULL,
    clock text NOT NULL,
    white text,
    black text,
    plies bigint NOT NULL,
    ending text,
    due bigint,
    public boolean NOT NULL,
    open boolean NOT NULL,
    seats text,
    rated boolean DEFAULT false NOT NULL
);

CREATE TABLE public.gone (
    name text NOT NULL
);

CREATE TABLE public.outages (
    began bigint NOT NULL,
    ended bigint NOT NULL
);

CREATE TABLE public.passes (
    digest text NOT NULL,
    person text NOT NULL,
    kind text NOT NULL,
    label text NOT NULL,
    created bigint NOT NULL,
    ends bigint NOT NULL
);

CREATE TABLE public.people (
    id text NOT NULL,
    name text NOT NULL,
    folded text NOT NULL,
    secret text NOT NULL,
    created bigint NOT NULL
);

CREATE TABLE public.played (
    person text NOT NULL,
    game text NOT NULL,
    since bigint NOT NULL
);

CREATE TABLE public.rated (
    game text NOT NULL
);

CREATE TABLE public.reports (
    id text NOT NULL,
    made bigint NOT NULL,
    reporter text NOT NULL,
    about text NOT NULL,
    game text,
    words text NOT NULL
);

CREATE TABLE public.results (
    person text NOT NULL,
    variant text NOT NULL,
    speed text NOT NULL,
    number bigint NOT NULL,
    game text NOT NULL,
    ended bigint NOT NULL,
    outcome text NOT NULL,
    rating double precision NOT NULL,
    deviation double precision NOT NULL,
    volatility double precision NOT NULL
);

INSERT INTO public.alive VALUES (true, 1794970376076);

INSERT INTO public.damier_versions VALUES (1, '2026-11-18 02:52:47.437958+00');
INSERT INTO public.damier_versions VALUES (2, '2026-11-18 02:52:47.437958+00');

INSERT INTO public.events VALUES ('d8sbw8g7kb', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('d8sbw8g7kb', 1, '0 create at=1794970373144 seed=4908520383445082 colors=white clock=none lag=0 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~731557b2', NULL);
INSERT INTO public.events VALUES ('d8sbw8g7kb', 2, '0 join white Eve ~f2387a3d', NULL);
INSERT INTO public.events VALUES ('d8sbw8g7kb', 3, '0 join black Computer, level 2 ~5ac88fae', NULL);
INSERT INTO public.events VALUES ('d8sbw8g7kb', 4, '27 white resign ~49331dea', NULL);
INSERT INTO public.events VALUES ('ixpmwv4ep2', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('ixpmwv4ep2', 1, '0 create at=1794970373242 seed=7227499580356288 colors=white clock=none lag=500 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~1fd2c0ef', NULL);
INSERT INTO public.events VALUES ('ixpmwv4ep2', 2, '0 join white Computer, level 10 ~d4d8288b', NULL);
INSERT INTO public.events VALUES ('ixpmwv4ep2', 3, '42 join black Guest ~0fa6a809', NULL);
INSERT INTO public.events VALUES ('ixpmwv4ep2', 4, '68 white c3-d4 #f2432dccb4dcace9 ~07b8d9ec', NULL);
INSERT INTO public.events VALUES ('ixpmwv4ep2', 5, '107 white offer draw ~42a0003e', NULL);
INSERT INTO public.events VALUES ('ixpmwv4ep2', 6, '128 black accept draw ~beb9ed6f', NULL);
INSERT INTO public.events VALUES ('29tzckf3u6', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('29tzckf3u6', 1, '0 create at=1794970373414 seed=2805496562282501 colors=white clock=none lag=0 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~1e386ef1', NULL);
INSERT INTO public.events VALUES ('29tzckf3u6', 2, '0 join white White ~1b2b7a86', NULL);
INSERT INTO public.events VALUES ('29tzckf3u6', 3, '0 join black Black ~6f4d94a4', NULL);
INSERT INTO public.events VALUES ('29tzckf3u6', 4, '99 white abort ~9dc91ad6', NULL);
INSERT INTO public.events VALUES ('unrh5pq8bq', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('unrh5pq8bq', 1, '0 create at=1794970373530 seed=3253319296523825 colors=black clock=none lag=0 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~a7b06fd5', NULL);
INSERT INTO public.events VALUES ('unrh5pq8bq', 2, '0 join black White ~b6ae9105', NULL);
INSERT INTO public.events VALUES ('unrh5pq8bq', 3, '0 join white Ada (guest) ~df2604e7', NULL);
INSERT INTO public.events VALUES ('unrh5pq8bq', 4, '73 white c3-d4 #f2432dccb4dcace9 ~9ea0ac9f', NULL);
INSERT INTO public.events VALUES ('mwk6wbnben', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('mwk6wbnben', 1, '0 create at=1794970373665 seed=5030404804261806 colors=white clock=none lag=0 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~98bb2860', NULL);
INSERT INTO public.events VALUES ('mwk6wbnben', 2, '0 join white Ada ~25e5f74c', NULL);
INSERT INTO public.events VALUES ('mwk6wbnben', 3, '0 join black Magnus ~c1376e86', NULL);
INSERT INTO public.events VALUES ('mwk6wbnben', 4, '124 white c3-d4 #f2432dccb4dcace9 ~476a52dc', NULL);
INSERT INTO public.events VALUES ('pz9sx6ngie', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('pz9sx6ngie', 1, '0 create at=1794970373861 seed=60524809418292 colors=white clock=5m+3s lag=500 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~5ed9d21c', NULL);
INSERT INTO public.events VALUES ('pz9sx6ngie', 2, '0 join white Ada ~b16624c7', NULL);
INSERT INTO public.events VALUES ('pz9sx6ngie', 3, '288 join black Bo ~49d22b3a', NULL);
INSERT INTO public.events VALUES ('pz9sx6ngie', 4, '336 white c3-d4 #f2432dccb4dcace9 ~bcd51e3c', NULL);
INSERT INTO public.events VALUES ('pz9sx6ngie', 5, '349 black d6-c5 #41d47f9c627776c7 ~44240a84', NULL);
INSERT INTO public.events VALUES ('pz9sx6ngie', 6, '393 black resign ~813f1f64', NULL);
INSERT INTO public.events VALUES ('pz9sx6ngie', 7, '443 white offer rematch ~b608a664', NULL);
INSERT INTO public.events VALUES ('pz9sx6ngie', 8, '484 black accept rematch ~d497bb9a', NULL);
INSERT INTO public.events VALUES ('ijdkxgryrt', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('ijdkxgryrt', 1, '0 create at=1794970374369 seed=3095371564394741879 colors=black clock=5m+3s lag=500 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~29b97f17', NULL);
INSERT INTO public.events VALUES ('ijdkxgryrt', 2, '0 join white Bo ~b59d9590', NULL);
INSERT INTO public.events VALUES ('ijdkxgryrt', 3, '0 join black Ada ~dc7097cf', NULL);
INSERT INTO public.events VALUES ('78fzbw2fgg', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('78fzbw2fgg', 1, '0 create at=1794970374415 seed=1464416966286548 colors=white clock=3d/move lag=500 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~3c4ae963', NULL);
INSERT INTO public.events VALUES ('78fzbw2fgg', 2, '0 join white Guest ~8cb4c07d', NULL);
INSERT INTO public.events VALUES ('gxiec4kzri', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('gxiec4kzri', 1, '0 create at=1794970374445 seed=5489171394930700 colors=black clock=none lag=500 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~f9cdb591', NULL);
INSERT INTO public.events VALUES ('gxiec4kzri', 2, '0 join black Zoe ~33bad56a', NULL);
INSERT INTO public.events VALUES ('a8wy4zjeys', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('a8wy4zjeys', 1, '0 create at=1794970374461 seed=4319832818737021 colors=white clock=none lag=0 touch-move=no opening=fen:B:W18:B14 rules=american #74b9ff53c97ff4fa ~01593cdf', NULL);
INSERT INTO public.events VALUES ('a8wy4zjeys', 2, '0 join white White ~e9386715', NULL);
INSERT INTO public.events VALUES ('a8wy4zjeys', 3, '0 join black Black ~3f8d2837', NULL);
INSERT INTO public.events VALUES ('a8wy4zjeys', 4, '44 black 14x23 #12a732987e7ef527 ~f66a64b3', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 1, '0 create at=1794970374513 seed=269688004813267 colors=white clock=none lag=0 touch-move=no opening=fen:W:WK32:BK1 rules=american #b54bcdcc81f74324 ~5822dc1f', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 2, '0 join white White ~9489e540', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 3, '0 join black Black ~1f6f0d4d', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 4, '85 white 32-28 #ff951b52b68d271f ~3deac167', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 5, '149 black 1-5 #e27b202fc12d42d5 ~161a705a', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 6, '188 white 28-32 #a8a5f6b1f65726ee ~e9072120', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 7, '201 black 5-1 #b54bcdcc81f74324 ~e0cf3835', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 8, '219 white 32-28 #ff951b52b68d271f ~2f0ccf82', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 9, '276 black 1-5 #e27b202fc12d42d5 ~0f78ff2f', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 10, '293 white 28-32 #a8a5f6b1f65726ee ~09d72d3d', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 11, '348 black 5-1 #b54bcdcc81f74324 ~e0cf69dc', NULL);
INSERT INTO public.events VALUES ('v95rea7x5h', 12, '393 white claim ~08f605a3', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 1, '0 create at=1794970374942 seed=1090013064822453 colors=white clock=none lag=0 touch-move=no opening=fen:W:WKc1:BKf8 rules=russian #c5ee01d141e16da9 ~9028d51e', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 2, '0 join white White ~5099a4bf', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 3, '0 join black Black ~b4341e03', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 4, '63 white c1-d2 #b34b6e0003f7890f ~c8b9660c', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 5, '119 black f8-g7 #aac13474884c7eff ~80a5c51b', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 6, '140 white d2-c1 #dc645ba5ca5a9a59 ~155b9221', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 7, '191 black g7-f8 #c5ee01d141e16da9 ~e5314aca', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 8, '251 white c1-d2 #b34b6e0003f7890f ~6d400af9', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 9, '291 black f8-g7 #aac13474884c7eff ~4276125d', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 10, '313 white d2-c1 #dc645ba5ca5a9a59 ~c48c42b2', NULL);
INSERT INTO public.events VALUES ('wwkuvusiq2', 11, '367 black g7-f8 #c5ee01d141e16da9 ~4d4a3623', NULL);
INSERT INTO public.events VALUES ('i3yapbbp7v', 0, 'damier-log 1', NULL);
INSERT INTO public.events VALUES ('i3yapbbp7v', 1, '0 create at=1794970375333 seed=2612536807122007 colors=white clock=1s lag=0 touch-move=no opening=standard rules=russian #a5e5dab384dd13be ~70c774ba', NULL);
INSERT INTO public.events VALUES ('i3yapbbp7v', 2, '0 join white White ~a6ed67bc', NULL);
INSERT INTO public.events VALUES ('i3yapbbp7v', 3, '0 join black Black ~5d646321', NULL);
INSERT INTO public.events VALUES ('i3yapbbp7v', 4, '74 white c3-d4 #f2432dccb4dcace9 ~6acfbe5c', NULL);
INSERT INTO public.events VALUES ('i3yapbbp7v', 5, '1080 black flag ~da75e80e', NULL);

INSERT INTO public.games VALUES ('d8sbw8g7kb', 1794970373144, 1794970373171, 'russian', 'none', 'Eve', 'Computer, level 2', 0, 'black wins: white resigned', NULL, true, false, '{"white":{"person":"40966679cc8ad0bcc8fa2b7d59499210170a15c4eac7f9d4bc87cb58739cd76f"},"black":{"computer":2},"people":[null,null],"rated":false}', false);
INSERT INTO public.games VALUES ('ixpmwv4ep2', 1794970373242, 1794970373370, 'russian', 'none', 'Computer, level 10', 'Guest', 1, 'draw: agreed', NULL, true, false, '{"white":{"person":"6eb58c6fcdd5cf79a7b75c193c33f530e73b03b10f8c670264098913df6e5e97"},"black":{"person":"16edb6bc4ae4baa87f17166132735fc801c7ad84dd3d518a87bb56018fff7af3"},"people":[null,null],"rated":false}', false);
INSERT INTO public.games VALUES ('29tzckf3u6', 1794970373414, 1794970373513, 'russian', 'none', 'White', 'Black', 0, 'no result: the game was called off', NULL, true, false, '{"white":{"person":"f3fbb7b833d1e5ccbabc893bc780a3f855a68837042f53e168cc186b1e44bbd3"},"black":{"person":"f3fbb7b833d1e5ccbabc893bc780a3f855a68837042f53e168cc186b1e44bbd3"},"people":[null,null],"rated":false}', false);
INSERT INTO public.games VALUES ('unrh5pq8bq', 1794970373530, 1794970373603, 'russian', 'none', 'Ada (guest)', 'White', 1, NULL, NULL, true, false, '{"white":{"person":"61065c7ef2728154be6f037a4c3588a48986b84e8e850e1319db92b577418dd0"},"black":{"person":"61065c7ef2728154be6f037a4c3588a48986b84e8e850e1319db92b577418dd0"},"people":[null,null],"rated":false}', false);
INSERT INTO public.games VALUES ('mwk6wbnben', 1794970373665, 1794970373789, 'russian', 'none', 'Ada', 'Magnus', 1, NULL, NULL, true, false, '{"white":{"person":"e3bf8403e30bbd32e1c3072a609fe0b5fec9ae173e87b6e0b3597c35418a2a30"},"black":{"person":"e3bf8403e30bbd32e1c3072a609fe0b5fec9ae173e87b6e0b3597c35418a2a30"},"people":[{"id":"idn5ztqrpi","name":"Ada","rating":null,"provisional":false},{"id":"idn5ztqrpi","name":"Ada","rating":null,"provisional":false}],"rated":false}', false);
INSERT INTO public.games VALUES ('pz9sx6ngie', 1794970373861, 1794970374345, 'russian', '5m+3s', 'Ada', 'Bo', 2, 'white wins: black resigned', NULL, true, false, '{"white":{"person":"e8c96a70d66657a069fa29655e09a63026137f1f41532d6ff20bdc2d57e690cb"},"black":{"person":"5c8b5cf121d547b5dc408ee674c5478e0dfd23353f6e6df4e3d4171ec7b952b0"},"people":[{"id":"idn5ztqrpi","name":"Ada","rating":1500,"provisional":true},{"id":"jqjynwcxn7","name":"Bo","rating":1500,"provisional":true}],"rated":true}', true);
INSERT INTO public.games VALUES ('ijdkxgryrt', 1794970374369, 1794970374369, 'russian', '5m+3s', 'Bo', 'Ada', 0, NULL, 1794970674369, true, false, '{"white":{"person":"5c8b5cf121d547b5dc408ee674c5478e0dfd23353f6e6df4e3d4171ec7b952b0"},"black":{"person":"e8c96a70d66657a069fa29655e09a63026137f1f41532d6ff20bdc2d57e690cb"},"people":[{"id":"jqjynwcxn7","name":"Bo","rating":1338,"provisional":true},{"id":"idn5ztqrpi","name":"Ada","rating":1662,"provisional":true}],"rated":true}', true);
INSERT INTO public.games VALUES ('78fzbw2fgg', 1794970374415, 1794970374415, 'russian', '3d/move', 'Guest', NULL, 0, NULL, NULL, true, true, '{"white":{"person":"bfce8f0fc432b4148d52c092d9bae16acee35deaab26b2ee4bee22da2b825ec4"},"black":"open","people":[null,null],"rated":false}', false);
INSERT INTO public.games VALUES ('gxiec4kzri', 1794970374445, 1794970374445, 'russian', 'none', NULL, 'Zoe', 0, NULL, NULL, true, false, '{"white":{"invited":"d185dfdced5aac55db8e822a2b87f181940667a11746f48d408bc0c3f5d97eb7"},"black":{"person":"9729bb290bd2adb047fc74fc7c4ac1412aaf316f48e127fe325000613bc3a824"},"people":[null,null],"rated":false}', false);
INSERT INTO public.games VALUES ('a8wy4zjeys', 1794970374461, 1794970374505, 'american', 'none', 'White', 'Black', 1, 'black wins: no pieces', NULL, true, false, '{"white":{"person":"f64dda90cfaa6835aa05696aae9a6b092d1a5661aeda4487cec0c2076d1aff97"},"black":{"person":"f64dda90cfaa6835aa05696aae9a6b092d1a5661aeda4487cec0c2076d1aff97"},"people":[null,null],"rated":false}', false);
INSERT INTO public.games VALUES ('v95rea7x5h', 1794970374513, 1794970374906, 'american', 'none', 'White', 'Black', 8, 'draw: the same position 3 times (on claim)', NULL, true, false, '{"white":{"person":"b4e4ee95678cd2d84fa8cd1e15c9a2ac7e9e80a792efd772170ab3b3968e1a1c"},"black":{"person":"b4e4ee95678cd2d84fa8cd1e15c9a2ac7e9e80a792efd772170ab3b3968e1a1c"},"people":[null,null],"rated":false}', false);
INSERT INTO public.games VALUES ('wwkuvusiq2', 1794970374942, 1794970375309, 'russian', 'none', 'White', 'Black', 8, 'draw: the same position 3 times', NULL, true, false, '{"white":{"person":"1e3f08cc5e69033f9c976123687943aef8c3f81d233c7440a51a6610a304d78c"},"black":{"person":"1e3f08cc5e69033f9c976123687943aef8c3f81d233c7440a51a6610a304d78c"},"people":[null,null],"rated":false}', false);
INSERT INTO public.games VALUES ('i3yapbbp7v', 1794970375333, 1794970376413, 'russian', '1s', 'White', 'Black', 1, 'white wins: black ran out of time', NULL, true, false, '{"white":{"person":"4ef4f3b51d1fefd05ea6c635ad592e323d8bb128238ae69c77d818434663c5f5"},"black":{"person":"4ef4f3b51d1fefd05ea6c635ad592e323d8bb128238ae69c77d818434663c5f5"},"people":[null,null],"rated":false}', false);

INSERT INTO public.passes VALUES ('bae088b8598cc3bec867a65444060f838d362d2955cb7da0f863f8d63b4911b3', 'idn5ztqrpi', 'session', '?, ?', 1794970372361, 1802746372361);
INSERT INTO public.passes VALUES ('104001435a3458d5370ce5d3c70da42c90e98ff4594b3fb827a675bacc592164', 'jqjynwcxn7', 'session', '?, ?', 1794970373063, 1802746373063);

INSERT INTO public.people VALUES ('idn5ztqrpi', 'Ada', 'ada', '$argon2id$v=19$m=19456,t=2,p=1$A+PK5NJoTFqjgKo5E1ROQQ$ZApimhQu0dkQfdsf40S9DINwho3+Xw2Ni4GjKImj71I', 1794970372294);
INSERT INTO public.people VALUES ('jqjynwcxn7', 'Bo', 'bo', '$argon2id$v=19$m=19456,t=2,p=1$Sn5iUSEHe00qN7pIDiaZxg$94Hul6zAuMScKxxU8rsgN2M91fEmbZX4LREGLkP+zII', 1794970373017);

INSERT INTO public.played VALUES ('idn5ztqrpi', 'mwk6wbnben', 1794970373665);
INSERT INTO public.played VALUES ('idn5ztqrpi', 'pz9sx6ngie', 1794970373861);
INSERT INTO public.played VALUES ('jqjynwcxn7', 'pz9sx6ngie', 1794970374046);
INSERT INTO public.played VALUES ('jqjynwcxn7', 'ijdkxgryrt', 1794970374369);
INSERT INTO public.played VALUES ('idn5ztqrpi', 'ijdkxgryrt', 1794970374369);

INSERT INTO public.rated VALUES ('ijdkxgryrt');

INSERT INTO public.results VALUES ('idn5ztqrpi', 'russian', 'blitz', 1, 'pz9sx6ngie', 1794970374254, 'win', 1662.2120014703455, 290.23050778223865, 0.05999967537308714);
INSERT INTO public.results VALUES ('jqjynwcxn7', 'russian', 'blitz', 1, 'pz9sx6ngie', 1794970374254, 'loss', 1337.7879985296545, 290.23050778223865, 0.05999967537308714);

ALTER TABLE ONLY public.alive
    ADD CONSTRAINT alive_pkey PRIMARY KEY (one);

ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (person, other);

ALTER TABLE ONLY public.damier_versions
    ADD CONSTRAINT damier_versions_pkey PRIMARY KEY (version);

ALTER TABLE ONLY public.events
    ADD CONSTRAINT events_pkey PRIMARY KEY (game, seq);

ALTER TABLE ONLY public.games
    ADD CONSTRAINT games_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.gone
    ADD CONSTRAINT gone_pkey PRIMARY KEY (name);

ALTER TABLE ONLY public.outages
    ADD CONSTRAINT outages_pkey PRIMARY KEY (ended);

ALTER TABLE ONLY public.passes
    ADD CONSTRAINT passes_pkey PRIMARY KEY (digest);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_folded_key UNIQUE (folded);

ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.played
    ADD CONSTRAINT played_pkey PRIMARY KEY (person, game);

ALTER TABLE ONLY public.rated
    ADD CONSTRAINT rated_pkey PRIMARY KEY (game);

ALTER TABLE ONLY public.reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);

ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_person_game_key UNIQUE (person, game);

ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_pkey PRIMARY KEY (person, variant, speed, number);

CREATE INDEX games_by_time ON public.games USING btree (updated) WHERE public;

CREATE INDEX games_due ON public.games USING btree (due) WHERE (due IS NOT NULL);

CREATE INDEX games_going_on ON public.games USING btree (updated) WHERE ((ending IS NULL) AND public AND (white IS NOT NULL) AND (black IS NOT NULL));

CREATE INDEX games_open ON public.games USING btree (created) WHERE open;

CREATE INDEX passes_of_person ON public.passes USING btree (person);

CREATE INDEX played_lately ON public.played USING btree (person, since);

CREATE INDEX reports_by_time ON public.reports USING btree (made);

