//! The OpenAPI document, and its routes.

use super::extract::SessionCookie;
use super::page;
use crate::pages::{Visitor, page as render};
use crate::server::App;
use axum::Json;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use minijinja::context;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};
use utoipa::IntoResponses;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{ContentBuilder, OpenApi, Ref, RefOr, ResponseBuilder};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use wire::{Code, ErrorBody};

/// The whole document, built once: it never changes while the program runs.
static DOCUMENT: LazyLock<OpenApi> = LazyLock::new(|| {
    let all = OpenApiRouter::with_openapi(head()).nest("/api", super::documented());
    corrected(all.into_openapi())
});

/// The HTML page, rendered once from the document.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    page::of(&serde_json::to_value(&*DOCUMENT).expect("the document is plain data"))
});

/// The routes of the document.
pub fn routes() -> OpenApiRouter<Arc<App>> {
    OpenApiRouter::default().routes(routes!(overview)).routes(routes!(document))
}

/// The documentation
///
/// This documentation as a web page, or as OpenAPI with `Accept: application/json`.
#[utoipa::path(
    get,
    path = "/",
    tag = "Documentation",
    responses((status = 200, description = "The documentation.", content(
        (String = "text/html"),
        (Object = "application/json"),
    )))
)]
async fn overview(visitor: Visitor, headers: HeaderMap) -> Response {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let vary = [(header::VARY, "accept")];
    if accepted.is_some_and(|kinds| kinds.contains("json") && !kinds.contains("text/html")) {
        return (vary, Json(&*DOCUMENT)).into_response();
    }
    let mut shown = render(&visitor, "api.html", context! { document => PAGE.as_str() });
    shown
        .headers_mut()
        .insert(header::VARY, HeaderValue::from_static("accept, cookie, accept-language"));
    shown
}

/// The documentation as OpenAPI
///
/// OpenAPI 3.1, for tools that generate clients or tests.
#[utoipa::path(
    get,
    path = "/openapi.json",
    tag = "Documentation",
    responses((status = 200, description = "The document.", body = Object))
)]
async fn document() -> Json<&'static OpenApi> {
    Json(&*DOCUMENT)
}

fn head() -> OpenApi {
    #[derive(utoipa::OpenApi)]
    #[openapi(
        info(
            title = "Damier",
            license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
            contact()
        ),
        servers((url = "/", description = "This server")),
        tags(
            (name = "Rules", description = "Variants, house rules and positions: no game needed."),
            (name = "Games", description = "Creating and viewing games."),
            (name = "Practice", description = "Mistakes of your games, to solve again and again."),
            (name = "Play", description = "Actions of players in a game, and questions about moves."),
            (name = "Studies", description = "Collections of trees of moves with text."),
            (name = "Accounts", description = "Optional accounts: signing in, API tokens, ratings."),
            (name = "Files", description = "Games and positions as files."),
            (name = "Documentation", description = "This documentation.")
        ),
        components(schemas(ErrorBody)),
    )]
    struct Head;
    let mut head = <Head as utoipa::OpenApi>::openapi();
    head.info.description = Some(about());
    let key = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(
        "The key that was returned when the game was created. It gives access to its creator's seats. The key to a guest's studies is shown in the same way.",
    ));
    let token = HttpBuilder::new().scheme(HttpAuthScheme::Bearer).description(Some(
        "A token of an account. It gives access to the seats of the account in all games.",
    ));
    let session = ApiKeyValue::with_description(
        SessionCookie::COOKIE,
        "The session of a browser that has signed in.",
    );
    if let Some(components) = &mut head.components {
        components.add_security_scheme("key", SecurityScheme::Http(key.build()));
        components.add_security_scheme("token", SecurityScheme::Http(token.build()));
        let session = SecurityScheme::ApiKey(ApiKey::Cookie(session));
        components.add_security_scheme("session", session);
    }
    head
}

/// Returns the introduction of the document, with a table made from the list of errors.
fn about() -> String {
    let mut text = include_str!("about.md").to_owned();
    for code in Code::ALL {
        let _ = writeln!(text, "- {} `{}`: {}", code.status(), code.word(), code.meaning());
    }
    text
}

/// Corrects what the generator gets wrong.
fn corrected(mut document: OpenApi) -> OpenApi {
    /// A response field that only one error has.
    const OF_ONE_ERROR: (&str, &str) = ("ErrorView", "version");
    let schemas = document.components.iter_mut().flat_map(|all| all.schemas.iter_mut());
    for (name, schema) in schemas {
        let RefOr::T(Schema::Object(object)) = schema else { continue };
        object.properties.values_mut().for_each(describe_directly);
        // Requests reject unknown fields and may leave some out; responses have every field.
        if object.additional_properties.is_none() {
            let is_there = |field: &&String| (name.as_str(), field.as_str()) != OF_ONE_ERROR;
            object.required = object.properties.keys().filter(is_there).cloned().collect();
        }
    }
    document
}

/// Moves a field's description to where readers look for it.
fn describe_directly(field: &mut RefOr<Schema>) {
    match field {
        // This means "both that schema and an object with this description", which no text satisfies.
        RefOr::T(Schema::AllOf(both)) => {
            if let [RefOr::T(Schema::Object(kind)), RefOr::T(Schema::Object(words))] =
                &both.items[..]
            {
                let mut kind = kind.clone();
                kind.description.clone_from(&words.description);
                *field = RefOr::T(Schema::Object(kind));
            }
        }
        // This describes the field inside a choice between null and another schema.
        RefOr::T(Schema::OneOf(choice)) if choice.description.is_none() => {
            let words = choice.items.iter_mut().find_map(|item| match item {
                RefOr::Ref(other) => Some(std::mem::take(&mut other.description)),
                RefOr::T(_) => None,
            });
            choice.description = words.filter(|words| !words.is_empty());
        }
        _ => {}
    }
}

/// Returns the responses for these errors.
fn error_responses(codes: &[Code]) -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
    let mut told: BTreeMap<String, String> = BTreeMap::new();
    for code in codes {
        let text = told.entry(code.status().to_string()).or_default();
        let _ = write!(
            text,
            "{}`{}`: {}",
            if text.is_empty() { "" } else { "; " },
            code.word(),
            code.meaning()
        );
    }
    let body = || ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
    let answer = |text: String| {
        ResponseBuilder::new().description(text).content("application/json", body()).build()
    };
    told.into_iter().map(|(status, text)| (status, answer(text).into())).collect()
}

macro_rules! failing {
    ($($(#[$doc:meta])* $name:ident: $($code:ident),+;)+) => {$(
        $(#[$doc])*
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<utoipa::openapi::Response>> {
                error_responses(&[$(Code::$code),+])
            }
        }
    )+};
}

failing! {
    /// The errors of a request's body.
    BodyFails: Malformed, TooLarge, NotJson;
    /// The errors of a query string.
    QueryFails: Malformed;
    /// The errors of looking up a game by its id.
    GameFails: NoGame, Damaged, Store;
    /// The errors of looking up a ply of a game.
    PlyFails: NoGame, NoPly, Damaged, Store;
    /// The errors of querying an explorer collection.
    CollectionFails: NoPage, Store;
    /// The errors of the store.
    StoreFails: Store;
    /// The errors of probing endgame tables.
    TableFails: NoTable, Refused, Terms, Busy;
    /// The errors of parsing rules, positions, openings and clocks.
    TermsFail: Terms;
    /// The errors of creating a game.
    OrderFails: Refused, Terms, Busy;
    /// The errors of playing moves from a position.
    PositionFails: Refused, Terms, Busy;
    /// The errors of an imported text.
    ImportFails: Terms, Unreadable, TooLong, Busy;
    /// The error of a computation when the queue is full.
    BusyFails: Busy;
    /// The errors of requesting a report.
    ReportFails: Refused, Busy, TooMany;
    /// The errors of a practice position.
    CardFails: NotSignedIn, WrongPassword, NoPage, Refused, Busy, Store;
    /// The errors of requesting a hint.
    HintFails: Refused, Busy;
    /// The errors of a seat's key.
    SeatFails: NoKey, NotYourSeat;
    /// The errors of an invitation.
    InvitationFails: NotInvited;
    /// The errors of a rejected action.
    EventFails: Stale, Refused, NotGone, WrongGame, TooLong;
    /// The errors of a request that needs an account.
    AccountFails: NotSignedIn, WrongPassword, Blocked;
    /// The errors of looking up an account by name.
    PersonFails: NotSignedIn, NoPerson, Store;
    /// The errors of creating an account.
    NewAccountFails: NameTaken, Refused, Store;
    /// The errors of signing in.
    SignInFails: WrongPassword, TooMany, Store;
    /// The error of too many requests.
    OftenFails: TooMany;
    /// The errors of looking up a session or token by its id.
    NothingFails: NoPage, Store;
    /// The errors of creating a token.
    PassFails: Refused;
    /// The errors of looking up a study or chapter.
    StudyFails: NoStudy, Store;
    /// The errors of a new study or chapter.
    StudyOrderFails: Refused;
    /// The error of a change that conflicts with another one.
    ChangeFails: StudyChanged;
    /// The error of a client with another version of the protocol.
    VersionFails: Version;
    /// The error of a question about an invalid square or move.
    SquareFails: Refused;
}
